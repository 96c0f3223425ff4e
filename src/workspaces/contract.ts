import * as z from 'zod/mini'

import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { addressShape } from './address.ts'

const Role = z.enum(workspaceRoles)

export const CurrentWorkspace = z.object({
  id: z.int(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  role: Role,
})
export type CurrentWorkspace = z.infer<typeof CurrentWorkspace>

export const Workspace = z.object({
  id: z.int(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  owner_email: z.string(),
  role: Role,
})
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceUser = z.object({ id: z.int(), first_name: z.string(), last_name: z.string(), email: z.string() })
export type WorkspaceUser = z.infer<typeof WorkspaceUser>

const Region = z.object({ id: z.int(), code: z.string(), name: z.string() })
export const CountryWithRegions = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Whether buyers with a billing address there can buy. */
  is_sold_to: z.boolean(),
  regions: z.array(Region),
})
export type CountryWithRegions = z.infer<typeof CountryWithRegions>

export const BillingInformation = z.object({
  company_name: z.string(),
  billing_contact: z.nullable(WorkspaceUser),
  address: z.string(),
  address_2: z.string(),
  city: z.string(),
  postal_code: z.string(),
  /** The state's name, whether selected or typed. */
  region: z.string(),
  country: z.object({ id: z.int(), code: z.string(), name: z.string() }),
  country_region: z.nullable(Region),
})
export type BillingInformation = z.infer<typeof BillingInformation>

export const WorkspaceBilling = z.object({
  details: z.object({
    /** null until saved. */
    billing_information: z.nullable(BillingInformation),
    /** Days. */
    net_payment_term: z.int(),
    has_self_invoicing: z.boolean(),
  }),
})
export type WorkspaceBilling = z.infer<typeof WorkspaceBilling>

export const BillingBody = z.object({
  company_name: requiredText('Company name'),
  billing_contact_user_id: idField('Billing contact is required'),
  ...addressShape,
})
export type BillingBody = z.infer<typeof BillingBody>

export const getAbilities = endpoint('GET', '/user/abilities', {
  summary: 'List what the caller can do in the current workspace and on the platform; nothing for a guest',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.object({
    can_change_owner: z.boolean(),
    can_access_admin: z.boolean(),
    can_manage_orders: z.boolean(),
    can_purchase: z.boolean(),
    can_access_footage_manager: z.boolean(),
    can_access_payout_settings: z.boolean(),
    can_view_workspace_settings: z.boolean(),
    can_change_billing_settings: z.boolean(),
  }),
})

export const listWorkspaces = endpoint('GET', '/workspaces', {
  summary: 'List the caller’s workspaces, the personal one first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(Workspace),
})

export const getCurrentWorkspace = endpoint('GET', '/workspaces/current', {
  summary: 'Get the caller’s current workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: CurrentWorkspace,
})

export const switchWorkspace = endpoint('PUT', '/workspaces/current', {
  summary: 'Switch to another of the caller’s workspaces',
  who: 'signed_in',
  body: z.object({ workspace: idField('Please choose a workspace.') }),
  reply: CurrentWorkspace,
  refusals: [404],
})

export const listWorkspaceUsers = endpoint('GET', '/workspaces/users/list', {
  summary:
    'List possible billing contacts: all members for owners and admins; for others themselves and, if they can see billing, the billing contact',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(WorkspaceUser),
})

export const getWorkspaceBilling = endpoint('GET', '/workspaces/billing', {
  summary: 'Get the current workspace’s billing information and payment terms',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: WorkspaceBilling,
})

export const saveWorkspaceBilling = endpoint('PUT', '/workspaces/billing', {
  summary: 'Save the current workspace’s billing information',
  who: 'signed_in',
  body: BillingBody,
  reply: WorkspaceBilling,
})

export const listCountries = endpoint('GET', '/countries/regions', {
  summary: 'List all countries with their regions, and whether they are sold to',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(CountryWithRegions),
  max_age_seconds: 60,
})
