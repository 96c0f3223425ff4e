/**
 * OpenFeature in the browser, over the response of `GET flags`. Loaded with the components that use flags, not with
 * every page.
 */
import { FeatureFlag, InMemoryProvider, OpenFeature, OpenFeatureProvider } from '@openfeature/react-sdk'
import { useEffect, type ReactNode } from 'react'

import { getFlags } from '../contract.ts'
import { useCall } from '../http/query.ts'
import type { BrowserFlag } from './flags.ts'

const DOMAIN = 'shop'
const provider = new InMemoryProvider({})
OpenFeature.setProvider(DOMAIN, provider)

const variants = { on: true, off: false }

/** Provides flags to its children. Fetches them again when the user or the workspace changes. */
export const FlagsProvider = ({ children }: { children: ReactNode }) => {
  const flags = useCall(getFlags, {}).data?.data
  useEffect(() => {
    if (!flags) return
    const entries = Object.entries(flags).map(([name, isOn]) => [
      name,
      { variants, defaultVariant: isOn ? ('on' as const) : ('off' as const), disabled: false },
    ])
    void provider.putConfiguration(Object.fromEntries(entries) as Parameters<typeof provider.putConfiguration>[0])
  }, [flags])
  return <OpenFeatureProvider domain={DOMAIN}>{children}</OpenFeatureProvider>
}

/** Renders its children only when the flag is on. */
export const FeatureGate = ({ flag, children }: { flag: BrowserFlag; children: ReactNode }) => (
  <FeatureFlag flagKey={flag} defaultValue={false}>
    {children}
  </FeatureFlag>
)
