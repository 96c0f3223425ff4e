import { useRouteLoaderData } from 'react-router'

/** `sandbox_url` is set where the sandbox's identity provider replaces Google. */
export type GoogleClientConfig = { client_id: string; sandbox_url?: string }

/** Returns the configuration of Google sign-in; undefined where it is disabled. */
export const useGoogle = (): GoogleClientConfig | undefined =>
  useRouteLoaderData<{ google?: GoogleClientConfig }>('root')?.google
