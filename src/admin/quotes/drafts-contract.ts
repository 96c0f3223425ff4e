/** Offers that one of us has begun and not sent. */
import * as z from 'zod/mini'

import { most_items } from '#cart/contract.ts'
import { DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-shape.ts'
import { Prices, tiers } from '#licensing/prices.ts'
import { quoted_distribution } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam } from '#platform/lists.ts'
import { optionalText } from '#platform/text.ts'
import { Note } from '#quotes/staff-contract.ts'

import { OfferClip } from './contract.ts'

const who = 'staff'

const Line = z.object({
  clip_id: idIn('Choose a clip'),
  format_id: FormatId,
  tier: z.enum(tiers, 'Choose a tier'),
  /** In dollars, as it was typed: it need not be an amount yet. */
  agreed: optionalText('Price', 20),
})

const Group = z.object({
  org_type: LicenseChoice.shape.org_type,
  end_client_size: EndClientSize,
  /** None yet, a buyout, or those that are sold. */
  distribution_ids: z.union(
    [
      z.array(z.never()).check(z.length(0)),
      z.array(z.literal(quoted_distribution)).check(z.length(1)),
      DistributionIds,
    ],
    'Choose distributions from the list',
  ),
  lines: z.array(Line, 'Choose a clip'),
})

const words = {
  kind: z.enum(['quote', 'custom'], 'Say whether it is a quote or a custom cart.'),
  groups: z.array(Group, 'Choose a license').check(
    z.maxLength(100, 'At most 100 licenses.'),
    z.refine(groups => groups.reduce((sum, { lines }) => sum + lines.length, 0) <= most_items, {
      error: `At most ${most_items} clips`,
    }),
  ),
  last_day: z.string().check(z.regex(/^(20\d{2}-\d\d-\d\d)?$/, 'Choose a day.')),
  note: Note,
  ein: optionalText('EIN number', 20),
  po_number: optionalText('PO number', 80),
}

export const DraftBody = z.object({
  ...words,
  workspace_id: z.nullable(idIn('Choose a workspace')),
  /** Of the table whose prices stood beside it. */
  price_version_id: idIn('Say whose prices you have seen.'),
})
export type DraftBody = z.input<typeof DraftBody>

const saved = {
  id: z.int(),
  kind: words.kind,
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  saved_at: z.string(),
  /** Who of us; null when the account is gone. */
  saved_by: z.nullable(z.string()),
}

const DraftRow = z.object({ ...saved, clips_count: z.int(), note: z.string() })

const SavedDraft = z.object({
  ...saved,
  groups: z.array(
    z.object({
      org_type: LicenseChoice.shape.org_type,
      end_client_size: z.int(),
      distribution_ids: z.array(z.int()),
      lines: z.array(
        z.object({
          clip_id: z.int(),
          /** Also of a clip that is not sold any more. */
          clip_name: z.string(),
          format_id: z.int(),
          tier: z.enum(tiers),
          agreed: z.string(),
        }),
      ),
    }),
  ),
  last_day: z.string(),
  note: z.string(),
  ein: z.string(),
  po_number: z.string(),
  /** Goes with what is saved or sent, so that nobody puts theirs in the place of what they have not seen. */
  version: z.int(),
  /** What the table said when it was saved. */
  prices_then: Prices,
  /** Those that are still sold. */
  clips: z.array(OfferClip),
})
export type SavedDraft = z.infer<typeof SavedDraft>

export const listOfferDrafts = endpoint('GET', '/admin/offer-drafts', {
  summary: 'Offers that were begun and not sent, last saved first',
  who,
  reply: z.array(DraftRow),
})

export const getOfferDraft = endpoint('GET', '/admin/offer-drafts/:id', {
  summary: 'An offer that was begun, with its clips as they are now and the prices as they were',
  who,
  params: IdParam,
  reply: SavedDraft,
})

const Kept = z.object({ id: z.int(), version: z.int() })

export const makeOfferDraft = endpoint('POST', '/admin/offer-drafts', {
  summary: 'Keep an offer that is not ready: nobody is told, and no price is held',
  who,
  body: DraftBody,
  reply: Kept,
})

export const saveOfferDraft = endpoint('PUT', '/admin/offer-drafts/:id', {
  summary: 'Save an offer that was begun',
  who,
  params: IdParam,
  body: z.extend(DraftBody, { version: z.int32('Say which version you have seen.') }),
  reply: Kept,
})

export const deleteOfferDraft = endpoint('DELETE', '/admin/offer-drafts/:id', {
  summary: 'Delete an offer that was begun and never sent',
  who,
  params: IdParam,
  reply: z.null(),
})
