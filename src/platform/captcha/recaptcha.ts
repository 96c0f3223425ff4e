/** Loads Google's reCAPTCHA script when a form first needs it, and gets tokens from it. */
import type { CaptchaAction } from './contract.ts'

type Grecaptcha = {
  ready: (callback: () => void) => void
  execute: (site_key: string, options: { action: string }) => Promise<string>
}
const getGrecaptcha = (): Grecaptcha | undefined => (window as { grecaptcha?: Grecaptcha }).grecaptcha

let scriptPromise: Promise<void> | undefined

const loadScript = (site_key: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(site_key)}`
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      // The next form tries again.
      scriptPromise = undefined
      reject(new Error('reCAPTCHA did not load'))
    })
    document.head.append(script)
  })

/** Returns a token for one action. Throws when Google is unreachable. */
export const getRecaptchaToken = async (site_key: string, action: CaptchaAction): Promise<string> => {
  await (scriptPromise ??= loadScript(site_key))
  const grecaptcha = getGrecaptcha()
  if (!grecaptcha) throw new Error('reCAPTCHA did not load')
  await new Promise<void>(resolve => grecaptcha.ready(resolve))
  return grecaptcha.execute(site_key, { action })
}
