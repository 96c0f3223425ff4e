/**
 * Analytics events for `window.dataLayer`. This module sends nothing over the network and loads its implementation
 * with the first event.
 */
import type { AnalyticsEventName, EventParams } from './analytics-events.ts'

export const trackEvent = <N extends AnalyticsEventName>(name: N, params: EventParams<N>): void => {
  if (typeof document === 'undefined') return
  import('./push-event.ts').then(({ pushEvent }) => pushEvent(name, params)).catch(() => {})
}

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/**
 * Returns the ids of the two affiliate programs that are notified of sign-ups, or an empty array when none are
 * configured.
 */
export const getAffiliateIds = (): string[] => readMeta('affiliate-ids')?.split(',') ?? []
