import type { FastifyInstance } from 'fastify'

import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.server.ts'
import { createCaptchaChallenge } from './captcha.server.ts'
import { getCaptchaChallenge } from './contract.ts'

export const captchaApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, getCaptchaChallenge, async ({ query: { action } }) => ({
    data: { challenge: await createCaptchaChallenge(deps, action), site_key: deps.config.recaptcha?.site_key ?? null },
  }))
}
