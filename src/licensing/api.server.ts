import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { serve } from '#platform/serve.server.ts'
import { proveSender, takeTicket } from '#tickets/take-ticket.server.ts'

import { default_choice } from './choice.ts'
import * as contract from './contract.ts'
import { requestCustomLicense } from './custom-contract.ts'
import { customLicenseTicket } from './custom.server.ts'
import { currentPrices } from './prices.server.ts'
import { distributions, endClientSizes, formats, org_types, orgTypes } from './terms.ts'

export const licensingApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  serve(app, contract.getLicenseSchema, async () => {
    const { version_id, prices } = await currentPrices(db, clock.now())
    return {
      data: {
        distributions: distributions.filter(({ id }) => prices.distributions[id]),
        end_client_sizes: [...endClientSizes],
        org_types: org_types.map(id => ({ id, ...orgTypes[id] })),
        formats: formats.map(format => ({ ...format, surcharge: money(prices.format_cents[format.id] ?? 0) })),
        prices,
        price_version_id: version_id,
        default_choice,
      },
    }
  })

  serve(app, requestCustomLicense, async ({ body, actor, reply }) => {
    await proveSender(deps, actor, { ...body, action: 'custom_license' })
    return { data: await takeTicket(deps, reply, customLicenseTicket(body), actor) }
  })
}
