/**
 * A part of the page that cannot be loaded, mostly because a newer version of the shop took its place: the page is loaded once
 * more, and when that was tried less than ten seconds ago, it says that it is broken.
 */

const marker = 'reloaded-at'
export const guard_ms = 10_000

/** How browsers and the bundler put it: Chrome, Firefox, Safari, and for a part's styles. */
const failures =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i

export const isChunkFailure = (error: unknown): boolean => error instanceof Error && failures.test(error.message)

/** Whether reloading was not tried just now. Without storage nobody could tell, so then it is never tried. */
export const mayReload = (): boolean => {
  try {
    return Date.now() - Number(sessionStorage.getItem(marker) ?? 0) > guard_ms
  } catch {
    return false
  }
}

export const reloadOnce = (): void => {
  sessionStorage.setItem(marker, String(Date.now()))
  location.reload()
}

/**
 * Runs in <head>, for a page whose own first scripts are gone, so that nothing of ours runs; give its <script> the nonce. The
 * page stands as the server drew it, and `data-broken` shows the notice that its buttons do nothing.
 */
export const guardScript = `(function(){function broken(){try{if(Date.now()-Number(sessionStorage.getItem('${marker}')||0)>${guard_ms}){sessionStorage.setItem('${marker}',String(Date.now()));location.reload();return}}catch(e){}document.documentElement.dataset.broken=''}
addEventListener('error',function(e){if(e.target instanceof HTMLScriptElement&&e.target.type==='module')broken()},true)
addEventListener('unhandledrejection',function(e){if(e.reason instanceof Error&&${failures}.test(e.reason.message))broken()})})()`
