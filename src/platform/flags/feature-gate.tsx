import type { ReactNode } from 'react'

import { getFlags } from '../contract.ts'
import { useCall } from '../http/query.ts'
import type { BrowserFlag } from './flags.ts'

/** Renders its children only when the flag is on for the visitor. */
export const FeatureGate = ({ flag, children }: { flag: BrowserFlag; children: ReactNode }) => {
  const flags = useCall(getFlags, {}).data?.data
  return flags?.[flag] ? children : null
}
