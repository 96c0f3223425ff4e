/** Tells `window.dataLayer` what happened. Nothing leaves the browser by this; what does the work is loaded with the first event. */
import type { EventName, FactsOf } from './events-told.ts'

export const tell = <N extends EventName>(name: N, facts: FactsOf<N>): void => {
  if (typeof document === 'undefined') return
  import('./push-event.ts').then(({ pushEvent }) => pushEvent(name, facts)).catch(() => {})
}

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Of the two programs that are told when somebody registers; none where none are configured. */
export const affiliateIds = (): string[] => metaOf('affiliate-ids')?.split(',') ?? []
