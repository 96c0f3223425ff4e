/** Upgrading a license by the difference: what it begins from, and putting the wider one into the cart. */
import * as z from 'zod/mini'

import { ChoiceWithFormat } from '#licensing/choice-shape.ts'
import { tiers } from '#licensing/prices.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'

import { Cart } from './contract.ts'
import { Licensed } from './licensed-contract.ts'

const Upgradable = z.extend(Licensed, {
  /** Where the choice of a wider license begins. */
  distribution_ids: z.array(z.int()),
  /** What was paid for it, before tax: comes off the wider one's price. */
  credit: Money,
  /** Why it cannot be upgraded now; null when it can. */
  refusal: z.nullable(z.string()),
  clip: z.object({ name: z.string(), tier: z.enum(tiers), format_ids: z.array(z.int()) }),
})
export type Upgradable = z.infer<typeof Upgradable>

export const getUpgradable = endpoint('GET', '/v2/cart/upgrades/:id', {
  summary: 'A license of the workspace, with what was paid for it and whether it can be upgraded',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: Upgradable,
})

export const addUpgrade = endpoint('POST', '/v2/cart/upgrades', {
  summary: 'Puts a wider license of the same clip in: what was paid for the earlier one comes off its price',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.extend(ChoiceWithFormat, { license_id: idIn('Choose a license') }),
  reply: Cart,
})
