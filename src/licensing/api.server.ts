import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'
import { verifySender, submitTicket } from '#tickets/submit-ticket.server.ts'
import type { NewTicket } from '#tickets/tickets.server.ts'

import { defaultChoice } from './choice.ts'
import * as contract from './contract.ts'
import { requestCustomLicense, type CustomLicenseBody } from './custom-contract.ts'
import { getCurrentPrices } from './prices.server.ts'
import { toStartingPrices } from './starting-prices.server.ts'
import {
  distributions,
  endClientSizes,
  formats,
  orgTypeIds,
  orgTypes,
  distributionName,
  peopleOf,
  BUYOUT_DISTRIBUTION_ID,
} from './terms.ts'

/** Further clips are only counted, to keep the mail readable. */
const MAX_LISTED_CLIPS = 30

const listClipNumbers = (ids: readonly number[]): string => {
  const listed = ids.slice(0, MAX_LISTED_CLIPS).map(id => `#${id}`)
  const othersCount = ids.length - listed.length
  return [...listed, ...(othersCount > 0 ? [`and ${othersCount} more`] : [])].join(', ')
}

/** Returns the ticket that staff read. */
const toCustomLicenseTicket = ({
  name,
  email,
  message,
  clip_ids,
  distribution_ids,
  end_client_size,
}: CustomLicenseBody): NewTicket => ({
  kind: 'custom_license',
  topic: distribution_ids.includes(BUYOUT_DISTRIBUTION_ID) ? 'buyout' : 'custom_license',
  name,
  email,
  message,
  details: {
    ...(clip_ids.length > 0 && { Clips: listClipNumbers(clip_ids) }),
    ...(distribution_ids.length > 0 && { Distribution: distribution_ids.map(distributionName).join(', ') }),
    ...(end_client_size && { 'End client': peopleOf(end_client_size) }),
  },
})

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
