/** Google's script, loaded when a form first needs it, and its token for one action. */
import type { CaptchaAction } from './contract.ts'

type Grecaptcha = {
  ready: (then: () => void) => void
  execute: (site_key: string, options: { action: string }) => Promise<string>
}
const loaded = (): Grecaptcha | undefined => (window as { grecaptcha?: Grecaptcha }).grecaptcha

let loading: Promise<void> | undefined

const load = (site_key: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(site_key)}`
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      // The next form tries again.
      loading = undefined
      reject(new Error('reCAPTCHA did not load'))
    })
    document.head.append(script)
  })

/** Throws when Google is away. */
export const tokenFor = async (site_key: string, action: CaptchaAction): Promise<string> => {
  await (loading ??= load(site_key))
  const grecaptcha = loaded()
  if (!grecaptcha) throw new Error('reCAPTCHA did not load')
  await new Promise<void>(resolve => grecaptcha.ready(resolve))
  return grecaptcha.execute(site_key, { action })
}
