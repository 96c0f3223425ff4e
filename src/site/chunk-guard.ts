/**
 * Handles a chunk of the page that cannot be loaded, mostly because a newer version of the shop was deployed. The page reloads
 * once. If it already reloaded within the last ten seconds, it shows that it is broken.
 */

const RELOADED_AT_KEY = 'reloaded-at'
export const MIN_RELOAD_INTERVAL_MS = 10_000

/** Messages of a failed chunk or stylesheet in Chrome, Firefox, Safari and the bundler. */
const CHUNK_FAILURE_PATTERN =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i

export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error && CHUNK_FAILURE_PATTERN.test(error.message)

/** Returns false if the page was just reloaded, or without session storage, where a reload loop could not be detected. */
export const canReload = (): boolean => {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0) > MIN_RELOAD_INTERVAL_MS
  } catch {
    return false
  }
}

export const reloadOnce = (): void => {
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  location.reload()
}

/**
 * An inline script for <head> that handles failed entry scripts, when none of the application's code runs. Its <script> needs
 * the nonce. The page stays as the server rendered it, and `data-broken` shows the notice that it is not interactive.
 */
export const CHUNK_GUARD_SCRIPT = `(function(){function broken(){try{if(Date.now()-Number(sessionStorage.getItem('${RELOADED_AT_KEY}')||0)>${MIN_RELOAD_INTERVAL_MS}){sessionStorage.setItem('${RELOADED_AT_KEY}',String(Date.now()));location.reload();return}}catch(e){}document.documentElement.dataset.broken=''}
addEventListener('error',function(e){if(e.target instanceof HTMLScriptElement&&e.target.type==='module')broken()},true)
addEventListener('unhandledrejection',function(e){if(e.reason instanceof Error&&${CHUNK_FAILURE_PATTERN}.test(e.reason.message))broken()})})()`
