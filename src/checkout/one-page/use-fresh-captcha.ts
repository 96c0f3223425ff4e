import { useEffect, useEffectEvent } from 'react'

import type { CaptchaAction } from '#platform/captcha/contract.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'

/** Shorter than the lifetime of a captcha token at any provider. */
const REFRESH_MS = 110_000

/** Keeps a captcha token ready, and renews it while the page is visible. */
export const useFreshCaptcha = (action: CaptchaAction) => {
  const captcha = useCaptcha(action)
  const renew = useEffectEvent(() => captcha.renew())
  useEffect(() => {
    renew()
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return captcha
}
