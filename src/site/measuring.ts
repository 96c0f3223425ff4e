/** Whether visits may be measured: what somebody chose, what their browser says for them, and what the law wants here. */
import { isMeasuredPage, loadedPage } from '#platform/payment-pages.ts'
import { wantsNoMeasuring } from '#platform/privacy-signals.ts'

export type MeasuringChoice = 'yes' | 'no' | undefined

export const choiceKept = (): MeasuringChoice => {
  const kept = localStorage.getItem('measuring')
  return kept === 'yes' || kept === 'no' ? kept : undefined
}

export const keepChoice = (choice: 'yes' | 'no'): void => localStorage.setItem('measuring', choice)

type Facts = { choice: MeasuringChoice; signals_no: boolean; requires_opt_in: boolean | undefined }

/** `ask`: it is not known and has to be. `wait`: where somebody is, is not known yet. A browser's signal outweighs all. */
export const measuringOf = ({ choice, signals_no, requires_opt_in }: Facts): 'yes' | 'no' | 'ask' | 'wait' => {
  if (signals_no || choice === 'no') return 'no'
  if (choice === 'yes') return 'yes'
  if (requires_opt_in === undefined) return 'wait'
  return requires_opt_in ? 'ask' : 'yes'
}

/** Whether the document was loaded as a page that may be measured, and shows one. */
const isMeasuredDocument = () => {
  const { pathname, search } = location
  return [loadedPage() ?? '/', pathname + search].every(isMeasuredPage)
}

const sourceOf = (gtm_id: string) => `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm_id)}`

export const isContainerLoaded = (gtm_id: string): boolean =>
  document.querySelector(`script[src="${sourceOf(gtm_id)}"]`) !== null

/** Loads the tag manager's container, once. */
export const loadContainer = (gtm_id: string): void => {
  if (wantsNoMeasuring() || !isMeasuredDocument() || isContainerLoaded(gtm_id)) return
  ;(window.dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = sourceOf(gtm_id)
  document.head.append(script)
}
