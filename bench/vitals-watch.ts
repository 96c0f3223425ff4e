/** Collects web vitals inside a page. */
export type PageVitals = {
  fcp_ms: number
  lcp_ms: number
  /** Description of the largest painted element. */
  lcp_what: string
  /** When the page was hydrated. */
  alive_ms: number
  /** Cumulative layout shift. */
  cls: number
  /** Longest time from an input to the next paint. */
  longest_ms: number
}

declare global {
  interface Window {
    vitals: PageVitals
  }
}

/** Runs in the page before its own scripts. */
export const watchVitals = (): void => {
  const vitals: PageVitals = { fcp_ms: 0, lcp_ms: 0, lcp_what: '', alive_ms: 0, cls: 0, longest_ms: 0 }
  window.vitals = vitals
  const watch = (type: string, handle: (entry: never) => void, options: object = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(entry => handle(entry as never))).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') vitals.fcp_ms = startTime
  })
  watch('largest-contentful-paint', ({ startTime, element }: PerformanceEntry & { element: Element | null }) => {
    vitals.lcp_ms = startTime
    vitals.lcp_what = `${element?.tagName ?? ''} ${element?.textContent.slice(0, 20) ?? ''}`.trim()
  })
  watch('layout-shift', ({ value, hadRecentInput }: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) vitals.cls += value
  })
  const hoverEvents = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove']
  watch(
    'event',
    ({ name, duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
      if (interactionId || hoverEvents.includes(name)) vitals.longest_ms = Math.max(vitals.longest_ms, duration)
    },
    { durationThreshold: 16 },
  )
  const timer = setInterval(() => {
    if (document.readyState === 'loading' || 'early' in window) return
    vitals.alive_ms = performance.now()
    clearInterval(timer)
  }, 50)
}

/** Call before each step. */
export const resetLongest = (): void => {
  window.vitals.longest_ms = 0
}
