import { useEffect, useEffectEvent } from 'react'

import type { CaptchaAction } from '#platform/captcha/contract.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'

/** Younger than any provider lets a proof become. */
const refresh_ms = 110_000

/** A proof that is there before it is needed, and looked for anew as long as somebody has the page before them. */
export const useFreshProof = (action: CaptchaAction) => {
  const captcha = useCaptcha(action)
  const renew = useEffectEvent(() => captcha.renew())
  useEffect(() => {
    renew()
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, refresh_ms)
    return () => clearInterval(timer)
  }, [])
  return captcha
}
