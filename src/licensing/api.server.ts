import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'
import { verifySender, submitTicket } from '#tickets/submit-ticket.server.ts'

import { defaultChoice } from './choice.ts'
import * as contract from './contract.ts'
import { requestCustomLicense } from './custom-contract.ts'
import { toCustomLicenseTicket } from './custom.server.ts'
import { getCurrentPrices } from './prices.server.ts'
import { toStartingPrices } from './starting-prices.server.ts'
import { distributions, endClientSizes, formats, orgTypeIds, orgTypes } from './terms.ts'

export const licensingApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  serve(app, contract.getLicenseSchema, async () => {
    const { version_id, prices } = await getCurrentPrices(db, clock.now())
    return {
      data: {
        distributions: distributions.filter(({ id }) => prices.distributions[id]),
        end_client_sizes: [...endClientSizes],
        org_types: orgTypeIds.map(id => ({ id, ...orgTypes[id] })),
        formats: formats.map(format => ({ ...format, surcharge: toMoney(prices.format_cents[format.id] ?? 0) })),
        prices,
        price_version_id: version_id,
        default_choice: defaultChoice,
      },
    }
  })

  serve(app, contract.getStartingPrices, async () => ({
    data: toStartingPrices((await getCurrentPrices(db, clock.now())).prices),
  }))

  serve(app, requestCustomLicense, async ({ body, actor, reply }) => {
    await verifySender(deps, actor, { ...body, action: 'custom_license' })
    return { data: await submitTicket(deps, reply, toCustomLicenseTicket(body), actor) }
  })
}
