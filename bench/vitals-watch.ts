/** What the browser itself measures of a page, gathered in the page. */
export type Vitals = {
  fcp_ms: number
  lcp_ms: number
  /** The element that was painted last and largest. */
  lcp_what: string
  /** When the page's scripts had taken over. */
  alive_ms: number
  /** All that moved without being asked to. */
  cls: number
  /** The longest that a press, a key or the pointer waited for the screen. */
  longest_ms: number
}

declare global {
  interface Window {
    vitals: Vitals
  }
}

/** Runs in the page before its own scripts. */
export const watchVitals = (): void => {
  const vitals: Vitals = { fcp_ms: 0, lcp_ms: 0, lcp_what: '', alive_ms: 0, cls: 0, longest_ms: 0 }
  window.vitals = vitals
  const watch = (type: string, take: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(entry => take(entry as never))).observe({
      type,
      buffered: true,
      ...more,
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
  const answered = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove']
  watch(
    'event',
    ({ name, duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
      if (interactionId || answered.includes(name)) vitals.longest_ms = Math.max(vitals.longest_ms, duration)
    },
    { durationThreshold: 16 },
  )
  const timer = setInterval(() => {
    if (document.readyState === 'loading' || 'early' in window) return
    vitals.alive_ms = performance.now()
    clearInterval(timer)
  }, 50)
}

/** Before the next step. */
export const forgetLongest = (): void => {
  window.vitals.longest_ms = 0
}
