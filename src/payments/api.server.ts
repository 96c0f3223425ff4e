import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { requireGateway, openGateway } from './gateway.server.ts'

export const paymentsApi = (app: FastifyInstance, { config }: Deps) => {
  const gateway = openGateway(config)
  for (const endpoint of [contract.getClientToken, contract.getClientTokenLegacy])
    serve(app, endpoint, async ({ request }) => {
      try {
        return { data: { client_token: await requireGateway(gateway).clientToken(), ip_address: request.ip } }
      } catch (error) {
        if (error instanceof Refusal) throw error
        request.log.error({ err: error }, 'the gateway gave no client token')
        throw refuse(503, 'Error creating braintree token')
      }
    })
}
