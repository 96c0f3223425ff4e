/** API of offer drafts, which staff share. */
import * as z from 'zod/mini'

import { MAX_CART_ITEMS } from '#cart/contract.ts'
import { DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-schema.ts'
import { Prices } from '#licensing/prices.ts'
import { tiers, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'
import { optionalText } from '#platform/text.ts'

import { Note } from '../staff-contract.ts'
import { OfferClip } from './contract.ts'

const ACCESS = 'staff'

const DraftLineSchema = z.object({
  clip_id: idField('Choose a clip'),
  format_id: FormatId,
  tier: z.enum(tiers, 'Choose a tier'),
  /** The agreed price in dollars as typed, so it may not be a valid amount. */
  agreed: optionalText('Price', 20),
})

const DraftGroupSchema = z.object({
  org_type: LicenseChoice.shape.org_type,
  end_client_size: EndClientSize,
  /** Empty, a buyout, or distributions that are sold. */
  distribution_ids: z.union(
    [
      z.array(z.never()).check(z.length(0)),
      z.array(z.literal(BUYOUT_DISTRIBUTION_ID)).check(z.length(1)),
      DistributionIds,
    ],
    'Choose distributions from the list',
  ),
  lines: z.array(DraftLineSchema, 'Choose a clip'),
})

const draftFields = {
  kind: z.enum(['quote', 'custom'], 'Choose a quote or a custom cart.'),
  groups: z.array(DraftGroupSchema, 'Choose a license').check(
    z.maxLength(100, 'At most 100 licenses.'),
    z.refine(groups => groups.reduce((sum, { lines }) => sum + lines.length, 0) <= MAX_CART_ITEMS, {
      error: `At most ${MAX_CART_ITEMS} clips`,
    }),
  ),
  last_day: z.string().check(z.regex(/^(20\d{2}-\d\d-\d\d)?$/, 'Choose a day.')),
  note: Note,
  ein: optionalText('EIN number', 20),
  po_number: optionalText('PO number', 80),
}

export const OfferDraftBody = z.object({
  ...draftFields,
  workspace_id: z.nullable(idField('Choose a workspace')),
  /** The version of the price table that the client displayed. */
  price_version_id: idField('Choose a price version.'),
})
export type OfferDraftBody = z.input<typeof OfferDraftBody>

const savedFields = {
  id: z.int(),
  kind: draftFields.kind,
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  saved_at: z.string(),
  /** The staff member's email; null when the account was deleted. */
  saved_by: z.nullable(z.string()),
}

const OfferDraftRowSchema = z.object({ ...savedFields, clips_count: z.int(), note: z.string() })

const SavedOfferDraft = z.object({
  ...savedFields,
  groups: z.array(
    z.object({
      org_type: LicenseChoice.shape.org_type,
      end_client_size: z.int(),
      distribution_ids: z.array(z.int()),
      lines: z.array(
        z.object({
          clip_id: z.int(),
          /** Set for clips that are no longer sold, too. */
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
  /** Sent with the next save, so that nobody overwrites changes that they have not seen. */
  version: z.int(),
  /** The price table when the draft was saved. */
  saved_prices: Prices,
  /** The clips that are still sold. */
  clips: z.array(OfferClip),
})
export type SavedOfferDraft = z.infer<typeof SavedOfferDraft>

export const listOfferDrafts = endpoint('GET', '/admin/offer-drafts', {
  summary: 'List offer drafts, the last saved first',
  who: ACCESS,
  reply: z.array(OfferDraftRowSchema),
})

export const getOfferDraft = endpoint('GET', '/admin/offer-drafts/:id', {
  summary: 'Get an offer draft, with the current data of its clips and the prices of the time it was saved',
  who: ACCESS,
  params: IdParam,
  reply: SavedOfferDraft,
})

const DraftVersionSchema = z.object({ id: z.int(), version: z.int() })

export const createOfferDraft = endpoint('POST', '/admin/offer-drafts', {
  summary: 'Save an offer as a draft: nobody is notified, and no price is reserved',
  who: ACCESS,
  body: OfferDraftBody,
  reply: DraftVersionSchema,
})

export const saveOfferDraft = endpoint('PUT', '/admin/offer-drafts/:id', {
  summary: 'Save an offer draft',
  who: ACCESS,
  params: IdParam,
  body: z.extend(OfferDraftBody, { version: z.int32('Enter the version that you have seen.') }),
  reply: DraftVersionSchema,
})

export const deleteOfferDraft = endpoint('DELETE', '/admin/offer-drafts/:id', {
  summary: 'Delete an offer draft',
  who: ACCESS,
  params: IdParam,
  reply: z.null(),
})
