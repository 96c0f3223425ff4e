import type { FastifyInstance } from 'fastify'

import { proveHuman } from '#platform/captcha/captcha.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import { addMethod, needAdding } from './add-method.server.ts'
import { needGateway, openGateway } from './gateway.server.ts'
import { forgetMethod, makeDefault, methodsOf } from './kept-methods.server.ts'
import * as contract from './methods-contract.ts'
import { offerMethod } from './offer-method.server.ts'

export const paymentMethodsApi = (app: FastifyInstance, deps: Deps) => {
  const gateway = openGateway(deps.config)

  for (const endpoint of [contract.listMethods, contract.listMethodsLegacy])
    serve(app, endpoint, async ({ actor }) => ({ data: await methodsOf(deps.db, actor, deps.clock.now()) }))

  for (const endpoint of [contract.addMethod, contract.addMethodLegacy])
    serve(app, endpoint, async ({ actor, body, request }) => {
      // Before the proof and the card are used up.
      needAdding(actor, body.type)
      const open = needGateway(gateway)
      await proveHuman(deps, body['g-recaptcha-response'], 'add_payment_method')
      return { data: await addMethod(deps, open, actor, { ...body, address: request.ip }) }
    })

  for (const endpoint of [contract.getNonce, contract.getNonceLegacy])
    serve(app, endpoint, async ({ actor, params }) => ({
      data: { nonce: await offerMethod(deps.db, needGateway(gateway), actor, params.id) },
    }))

  serve(app, contract.deleteMethod, async ({ actor, params }) => {
    await forgetMethod(deps, needGateway(gateway), actor, params.id)
    return { data: null }
  })

  serve(app, contract.makeMethodDefault, async ({ actor, params }) => {
    await makeDefault(deps, actor, params.id)
    return { data: null }
  })
}
