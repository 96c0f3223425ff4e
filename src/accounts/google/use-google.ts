import { useRouteLoaderData } from 'react-router'

/** With `sandbox_url`, the sandbox's identity provider stands in for Google. */
export type GoogleClient = { client_id: string; sandbox_url?: string }

/** How Google is asked who somebody is; undefined where that is not offered. */
export const useGoogle = (): GoogleClient | undefined => useRouteLoaderData<{ google?: GoogleClient }>('root')?.google
