import type { FastifyInstance } from 'fastify'

import { requireHuman } from '#platform/captcha/captcha.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { addMethod, requireAddMethod } from './add-method.server.ts'
import { requireGateway, openGateway } from './gateway.server.ts'
import { createMethodNonce } from './method-nonce.server.ts'
import * as contract from './methods-contract.ts'
import { deletePaymentMethod, makeDefaultMethod, listPaymentMethods } from './saved-methods.server.ts'

export const paymentMethodsApi = (app: FastifyInstance, deps: Deps) => {
  const gateway = openGateway(deps.config)

  for (const endpoint of [contract.listMethods, contract.listMethodsLegacy])
    serve(app, endpoint, async ({ actor }) => ({ data: await listPaymentMethods(deps.db, actor, deps.clock.now()) }))

  for (const endpoint of [contract.addMethod, contract.addMethodLegacy])
    serve(app, endpoint, async ({ actor, body, request }) => {
      // Checked before the captcha token and the card’s nonce are consumed.
      requireAddMethod(actor, body.type)
      const activeGateway = requireGateway(gateway)
      await requireHuman(deps, body['g-recaptcha-response'], 'add_payment_method')
      return { data: await addMethod(deps, activeGateway, actor, { ...body, address: request.ip }) }
    })

  for (const endpoint of [contract.getNonce, contract.getNonceLegacy])
    serve(app, endpoint, async ({ actor, params }) => ({
      data: { nonce: await createMethodNonce(deps.db, requireGateway(gateway), actor, params.id) },
    }))

  serve(app, contract.deleteMethod, async ({ actor, params }) => {
    await deletePaymentMethod(deps, requireGateway(gateway), actor, params.id)
    return { data: null }
  })

  serve(app, contract.makeMethodDefault, async ({ actor, params }) => {
    await makeDefaultMethod(deps, actor, params.id)
    return { data: null }
  })
}
