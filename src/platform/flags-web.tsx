/** OpenFeature in the browser, over what `GET flags` answers. Loaded with the parts that ask for flags, never with a page. */
import { FeatureFlag, InMemoryProvider, OpenFeature, OpenFeatureProvider } from '@openfeature/react-sdk'
import { useEffect, type ReactNode } from 'react'

import { getFlags } from './contract.ts'
import type { BrowserFlag } from './flags.ts'
import { useCall } from './query.ts'

const domain = 'shop'
const provider = new InMemoryProvider({})
OpenFeature.setProvider(domain, provider)

const variants = { on: true, off: false }

/** Stands around what asks for flags; asks again whenever the person or the workspace is another. */
export const FlagsProvider = ({ children }: { children: ReactNode }) => {
  const answered = useCall(getFlags, {}).data?.data
  useEffect(() => {
    if (!answered) return
    const known = Object.entries(answered).map(([name, isOn]) => [
      name,
      { variants, defaultVariant: isOn ? ('on' as const) : ('off' as const), disabled: false },
    ])
    void provider.putConfiguration(Object.fromEntries(known) as Parameters<typeof provider.putConfiguration>[0])
  }, [answered])
  return <OpenFeatureProvider domain={domain}>{children}</OpenFeatureProvider>
}

/** Shows its children only to those for whom the flag is on. */
export const Flagged = ({ flag, children }: { flag: BrowserFlag; children: ReactNode }) => (
  <FeatureFlag flagKey={flag} defaultValue={false}>
    {children}
  </FeatureFlag>
)
