/** Puts events into `window.dataLayer`: each once, when it has come to rest, and never with anything of a person. */
import type { EventName, FactsOf } from './events-told.ts'
import { wantsNoMeasuring } from './privacy-signals.ts'
import { scrub } from './scrub.ts'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

export const debounce_ms = 250
export const visibility_throttle_ms = 100

type Waiting = { event: object; timer: number }
const waiting = new Map<string, Waiting>()

const push = (event: object) => void (window.dataLayer ??= []).push(event)

const flush = () => {
  for (const { event, timer } of waiting.values()) {
    clearTimeout(timer)
    push(event)
  }
  waiting.clear()
}

/** The same thing said of the same clip within a quarter of a second is said once, as it was said last. */
export const pushEvent = <N extends EventName>(name: N, facts: FactsOf<N>): void => {
  if (wantsNoMeasuring()) return
  const key = `${name} ${'clip_id' in facts ? String(facts.clip_id) : ''}`
  window.clearTimeout(waiting.get(key)?.timer)
  const event = { event: name, ...withoutPeople(facts) }
  const timer = window.setTimeout(() => {
    waiting.delete(key)
    push(event)
  }, debounce_ms)
  waiting.set(key, { event, timer })
}

/** Somebody may search for an e-mail, and an address may hold a token. */
const withoutPeople = (facts: object) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? scrub(fact) : (fact as unknown)]),
  )

let told_state = document.visibilityState
let throttle: number | undefined
document.addEventListener('visibilitychange', () => {
  // Nobody knows whether a hidden tab comes back.
  if (document.visibilityState === 'hidden') flush()
  throttle ??= window.setTimeout(() => {
    throttle = undefined
    if (document.visibilityState === told_state || wantsNoMeasuring()) return
    told_state = document.visibilityState
    push({ event: 'page_visibility', state: told_state })
  }, visibility_throttle_ms)
})
addEventListener('pagehide', flush)
