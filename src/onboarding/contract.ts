/** Endpoints for onboarding after the registration. */
import * as z from 'zod/mini'

import { User } from '#accounts/contract.ts'
import { checkOccupation, occupationBodyFields } from '#accounts/occupation.ts'
import { CompanyUrl, FirstName, LastName } from '#accounts/profile.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { AvatarBody } from '#platform/images/contract.ts'
import { CurrentWorkspace } from '#workspaces/contract.ts'
import { Invitees, WorkspaceNameBody } from '#workspaces/team-contract.ts'

export const OnboardingStatus = z.object({
  requires_profile_information: z.boolean(),
  requires_email_preference_choice: z.boolean(),
  requires_workspace_name: z.boolean(),
  /** The user may invite people to the current workspace and has not answered yet. */
  offers_invite: z.boolean(),
})
export type OnboardingStatus = z.infer<typeof OnboardingStatus>

export const getOnboarding = endpoint('GET', '/user/onboarding', {
  summary: 'List the onboarding steps that the user has not completed',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: OnboardingStatus,
})

/** Optional: without it the current picture stays. */
const OptionalAvatar = z.object({ avatar_public_id: z.optional(AvatarBody.shape.avatar_public_id) })

const ProfileBody = z
  .object({
    ...OptionalAvatar.shape,
    first_name: FirstName,
    last_name: LastName,
    company_url: CompanyUrl,
    ...occupationBodyFields,
  })
  .check(checkOccupation)

export const onboardProfile = endpoint('PUT', '/user/onboarding/profile', {
  summary: 'Save the user’s name and occupation',
  who: 'signed_in',
  body: ProfileBody,
  reply: User,
})

export const onboardWorkspace = endpoint('PUT', '/workspace/onboarding', {
  summary: 'Save the name and picture of the current workspace',
  who: 'signed_in',
  body: z.extend(WorkspaceNameBody, OptionalAvatar.shape),
  reply: CurrentWorkspace,
})

export const onboardInvites = endpoint('POST', '/user/onboarding/workspace/invite', {
  summary: 'Invite people to the current workspace by mail; an empty list skips the step',
  who: 'signed_in',
  per_minute: 10,
  body: z.object({ invitees: Invitees }),
  reply: z.object({ invited: z.int() }),
})

export const completeOnboarding = endpoint('PUT', '/user/onboarding/complete', {
  summary: 'Complete onboarding; 409 while something is missing',
  who: 'signed_in',
  reply: User,
})
