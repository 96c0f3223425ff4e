/** The doors of being asked, once, after registering. */
import * as z from 'zod/mini'

import { User } from '#accounts/contract.ts'
import { checkOccupation, occupationShape } from '#accounts/occupation.ts'
import { CompanyUrl, FirstName, LastName } from '#accounts/profile.ts'
import { endpoint } from '#platform/endpoint.ts'
import { AvatarBody } from '#platform/images/contract.ts'
import { CurrentWorkspace } from '#workspaces/contract.ts'
import { Invitees, WorkspaceNameBody } from '#workspaces/team-contract.ts'

export const OnboardingStatus = z.object({
  requires_profile_information: z.boolean(),
  requires_email_preference_choice: z.boolean(),
  requires_workspace_name: z.boolean(),
  /** They may invite people to the workspace that they work in, and have not said whether they want to. */
  offers_invite: z.boolean(),
})
export type OnboardingStatus = z.infer<typeof OnboardingStatus>

export const getOnboarding = endpoint('GET', '/user/onboarding', {
  summary: 'What somebody new has still to be asked',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: OnboardingStatus,
})

/** A picture may stay out of it: then the one that is there stays. */
const Avatar = z.object({ avatar_public_id: z.optional(AvatarBody.shape.avatar_public_id) })

const ProfileBody = z
  .object({
    ...Avatar.shape,
    first_name: FirstName,
    last_name: LastName,
    company_url: CompanyUrl,
    ...occupationShape,
  })
  .check(checkOccupation)

export const onboardProfile = endpoint('PUT', '/user/onboarding/profile', {
  summary: 'Who somebody is and what they do',
  who: 'signed_in',
  body: ProfileBody,
  reply: User,
})

export const onboardWorkspace = endpoint('PUT', '/workspace/onboarding', {
  summary: 'What the current workspace is called and looks like',
  who: 'signed_in',
  body: z.extend(WorkspaceNameBody, Avatar.shape),
  reply: CurrentWorkspace,
})

export const onboardInvites = endpoint('POST', '/user/onboarding/workspace/invite', {
  summary: 'Ask people into the current workspace by mail; with nobody in the list, say that nobody is to be asked now',
  who: 'signed_in',
  per_minute: 10,
  body: z.object({ invitees: Invitees }),
  reply: z.object({ invited: z.int() }),
})

export const completeOnboarding = endpoint('PUT', '/user/onboarding/complete', {
  summary: 'Everything has been asked; 409 while something is missing',
  who: 'signed_in',
  reply: User,
})
