/** Decides whether a visit may be tracked: by the user's choice, their browser's privacy signal and the law that applies. */

import { optsOutOfAnalytics } from '#platform/analytics/privacy-signals.ts'
import { allowsAnalytics, getLoadedPath } from '#platform/http/payment-pages.ts'

export type AnalyticsChoice = 'yes' | 'no' | undefined

export const loadAnalyticsChoice = (): AnalyticsChoice => {
  const choice = localStorage.getItem('measuring')
  return choice === 'yes' || choice === 'no' ? choice : undefined
}

export const saveAnalyticsChoice = (choice: 'yes' | 'no'): void => localStorage.setItem('measuring', choice)

type AnalyticsConsentInput = { choice: AnalyticsChoice; signals_no: boolean; requires_opt_in: boolean | undefined }

/** `ask`: the user has to choose. `wait`: the user's location is not known yet. A browser signal overrides everything else. */
export const decideAnalytics = ({
  choice,
  signals_no,
  requires_opt_in,
}: AnalyticsConsentInput): 'yes' | 'no' | 'ask' | 'wait' => {
  if (signals_no || choice === 'no') return 'no'
  if (choice === 'yes') return 'yes'
  if (requires_opt_in === undefined) return 'wait'
  return requires_opt_in ? 'ask' : 'yes'
}

/** True if the document was loaded as a page that may be tracked and currently shows one. */
const isTrackedDocument = () => {
  const { pathname, search } = location
  return [getLoadedPath() ?? '/', pathname + search].every(allowsAnalytics)
}

const containerUrl = (gtm_id: string) => `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm_id)}`

export const isContainerLoaded = (gtm_id: string): boolean =>
  document.querySelector(`script[src="${containerUrl(gtm_id)}"]`) !== null

/** Loads the tag manager's container once. */
export const loadContainer = (gtm_id: string): void => {
  if (optsOutOfAnalytics() || !isTrackedDocument() || isContainerLoaded(gtm_id)) return
  ;(window.dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = containerUrl(gtm_id)
  document.head.append(script)
}
