/** Endpoints for license upgrades, which cost the difference to the existing license. */
import * as z from 'zod/mini'

import { releases } from '#catalog/traits.ts'
import { ChoiceWithFormat } from '#licensing/choice-schema.ts'
import { tiers } from '#licensing/terms.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

import { Cart } from './contract.ts'
import { ExistingLicense } from './licensed-contract.ts'

const Upgradable = z.extend(ExistingLicense, {
  /** The initial selection for the wider license. */
  distribution_ids: z.array(z.int()),
  /** The price paid for it before tax, deducted from the wider license's price. */
  credit: Money,
  /** Why it cannot be upgraded now; null when it can. */
  refusal: z.nullable(z.string()),
  clip: z.object({
    name: z.string(),
    tier: z.enum(tiers),
    format_ids: z.array(z.int()),
    releases: z.array(z.enum(releases)),
  }),
})
export type Upgradable = z.infer<typeof Upgradable>

export const getUpgradable = endpoint('GET', '/v2/cart/upgrades/:id', {
  summary: 'Get a license of the workspace with the price paid for it and whether it can be upgraded',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: Upgradable,
})

export const addUpgrade = endpoint('POST', '/v2/cart/upgrades', {
  summary: 'Add a wider license of the same clip; the price paid for the existing one is deducted',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.extend(ChoiceWithFormat, { license_id: idField('Choose a license') }),
  reply: Cart,
  refusals: [404],
})
