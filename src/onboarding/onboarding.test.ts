/** Onboarding after the registration: what is required, what is saved, and when it ends. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { sendPicture } from '../../testing/builders/images.ts'
import { registerPerson, registerTeammate } from '../../testing/builders/people.ts'
import { getSession } from '../accounts/contract.ts'
import { saveNotifications, saveProfile } from '../accounts/own/contract.ts'
import { getBusinessType, listBusinessTypes, saveOccupation } from '../accounts/own/profile-contract.ts'
import { getCurrentWorkspace } from '../workspaces/contract.ts'
import { listMembers, renameWorkspace } from '../workspaces/team-contract.ts'
import * as contract from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type OnboardingUser = Awaited<ReturnType<typeof registerPerson>>

const getStatus = async ({ visitor }: OnboardingUser) => (await visitor.call(contract.getOnboarding, {})).data
const editor = { business_type_id: 1, occupation_type_id: 103 }
const profile = { first_name: 'Mara', last_name: 'Lindqvist', ...editor }
const submitProfile = ({ visitor }: OnboardingUser, overrides: object = {}) =>
  visitor.call(contract.onboardProfile, { body: { ...profile, ...overrides } })
const submitPreferences = ({ visitor }: OnboardingUser) =>
  visitor.call(saveNotifications, { body: { email_preferences: ['blog-articles'] } })
const submitWorkspace = ({ visitor }: OnboardingUser) =>
  visitor.call(contract.onboardWorkspace, { body: { name: 'Northlight' } })
const submitInvites = ({ visitor }: OnboardingUser, ...emails: string[]) =>
  visitor.call(contract.onboardInvites, {
    body: { invitees: emails.map(email => ({ email, role: 'purchaser' as const })) },
  })
const complete = ({ visitor }: OnboardingUser) => visitor.call(contract.completeOnboarding, {})
const randomEmail = () => `${randomUUID()}@people.example`

test('a new user completes every step, and onboarding ends when they finish it', async () => {
  const mara = await registerPerson(shop)
  expect(mara.user).toMatchObject({ has_completed_onboarding: false, active_occupation: null, verticals: [] })
  const everything = {
    requires_profile_information: true,
    requires_email_preference_choice: true,
    requires_workspace_name: true,
    offers_invite: true,
  }
  expect(await getStatus(mara)).toEqual(everything)
  await expect(complete(mara)).rejects.toMatchObject({ status: 409 })

  const { public_id = '' } = await sendPicture(shop, mara.visitor)
  const { data: user } = await submitProfile(mara, { avatar_public_id: public_id, company_url: 'northlight.example' })
  expect(user).toMatchObject({
    first_name: 'Mara',
    company_url: 'northlight.example',
    avatar_cloudinary_public_id: public_id,
    avatar_url: expect.stringMatching(/^\/media\/images\/[\da-f]{32}\/156\.webp$/),
    active_occupation: {
      ...editor,
      custom_business_type: null,
      custom_occupation_type: null,
      business_type: 'Production company',
      occupation_type: 'Editor',
    },
  })
  expect(await getStatus(mara)).toEqual({ ...everything, requires_profile_information: false })
  await submitPreferences(mara)
  expect(await getStatus(mara)).toMatchObject({
    requires_email_preference_choice: false,
    requires_workspace_name: true,
  })
  expect((await submitWorkspace(mara)).data).toMatchObject({ name: 'Northlight', role: 'owner' })
  expect(await getStatus(mara)).toMatchObject({ requires_workspace_name: false, offers_invite: true })
  const email = randomEmail()
  expect((await submitInvites(mara, email)).data).toEqual({ invited: 1 })
  expect((await mara.visitor.call(listMembers, { query: { 'search[query]': email } })).data).toMatchObject([
    { kind: 'invite', email, role: 'purchaser' },
  ])
  expect(await getStatus(mara)).toMatchObject({ offers_invite: false })
  expect((await mara.visitor.call(getSession, {})).data?.has_completed_onboarding).toBe(false)
  expect((await complete(mara)).data.has_completed_onboarding).toBe(true)
})

test('steps that were completed elsewhere are not asked again, and inviting is optional', async () => {
  const mara = await registerPerson(shop)
  await mara.visitor.call(saveProfile, { body: { first_name: 'Mara', last_name: 'Lindqvist' } })
  expect((await getStatus(mara)).requires_profile_information).toBe(true)
  await mara.visitor.call(saveOccupation, { body: { custom_business_type: 'Museum' } })
  await mara.visitor.call(renameWorkspace, { body: { name: 'Personal workspace' } })
  await mara.visitor.call(saveNotifications, { body: { email_preferences: [] } })
  expect(await getStatus(mara)).toEqual({
    requires_profile_information: false,
    requires_email_preference_choice: false,
    requires_workspace_name: false,
    offers_invite: true,
  })
  expect((await submitInvites(mara)).data).toEqual({ invited: 0 })
  expect((await getStatus(mara)).offers_invite).toBe(false)
  await complete(mara)
})

test('a purchaser in another user’s workspace neither names it nor invites; an admin does both', async () => {
  const owner = await registerPerson(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const mate = await registerTeammate(shop, id, 'purchaser')
  expect(await getStatus(mate)).toMatchObject({ requires_workspace_name: false, offers_invite: false })
  await expect(submitWorkspace(mate)).rejects.toMatchObject({ status: 403 })
  await expect(submitInvites(mate, randomEmail())).rejects.toMatchObject({ status: 403 })
  const admin = await registerTeammate(shop, id, 'admin')
  expect(await getStatus(admin)).toMatchObject({ requires_workspace_name: true, offers_invite: true })
})

describe('invalid input', () => {
  test.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ company_url: 'nowhere' }, 'company_url', 'Invalid URL'],
    [{ business_type_id: null }, 'business_type_id', 'Business type is required'],
    [{ business_type_id: 999 }, 'business_type_id', 'Business type is required'],
    [{ occupation_type_id: null }, 'occupation_type_id', 'Occupation type is required'],
    [{ occupation_type_id: 201 }, 'occupation_type_id', 'Occupation type is required'],
    [{ custom_business_type: ' ' }, 'custom_business_type', 'Please enter your business type'],
    [{ custom_occupation_type: '' }, 'custom_occupation_type', 'Please enter your occupation type'],
    [
      { avatar_public_id: 'avatars/users/1/x' },
      'avatar_public_id',
      'We do not have this image anymore. Please choose it again.',
    ],
  ])('%o is refused, and nothing else of the form is saved', async (input, field, text) => {
    const mara = await registerPerson(shop)
    await expect(submitProfile(mara, input)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
    expect((await mara.visitor.call(getSession, {})).data).toMatchObject({ first_name: '', active_occupation: null })
  })

  test('a workspace name has at most 255 characters', async () => {
    const { visitor } = await registerPerson(shop)
    const onboard = (name: string) => visitor.call(contract.onboardWorkspace, { body: { name } })
    await expect(onboard('  ')).rejects.toMatchObject({ errors: { name: ['Workspace name is required'] } })
    await expect(onboard('x'.repeat(256))).rejects.toMatchObject({
      errors: { name: ['The workspace name is too long.'] },
    })
    expect((await onboard(` ${'x'.repeat(255)} `)).data.name).toBe('x'.repeat(255))
  })

  test('an invalid invitee is reported by position, nobody is invited, and the step stays open', async () => {
    const mara = await registerPerson(shop)
    const mate = randomEmail()
    await expect(submitInvites(mara, mate, mara.user.email, mate)).rejects.toMatchObject({
      status: 422,
      errors: {
        'invitees.1.email': ['This email has already been added to the workspace.'],
        'invitees.2.email': ['This email has already been invited to the workspace.'],
      },
    })
    expect((await getStatus(mara)).offers_invite).toBe(true)
    expect((await mara.visitor.call(listMembers, { query: {} })).data).toHaveLength(1)
  })
})

test('a custom text replaces the id, whatever id is sent with it', async () => {
  const { visitor } = await registerPerson(shop)
  const save = (body: object) => visitor.call(saveOccupation, { body })
  const noIds = { business_type_id: null, occupation_type_id: null }
  expect((await save({ ...editor, custom_business_type: 'Museum' })).data.active_occupation).toMatchObject({
    ...noIds,
    business_type: 'Museum',
    occupation_type: null,
  })
  expect((await save({ ...editor, custom_occupation_type: 'Gaffer' })).data.active_occupation).toMatchObject({
    business_type_id: 1,
    occupation_type_id: null,
    business_type: 'Production company',
    occupation_type: 'Gaffer',
  })
})

test('every business type has occupations to choose from', async () => {
  const guest = shop.visitor()
  const { data } = await guest.call(listBusinessTypes, {})
  expect(data.length).toBeGreaterThan(5)
  for (const { id, name } of data) {
    const { data: businessType } = await guest.call(getBusinessType, { params: { id: String(id) } })
    expect(businessType).toMatchObject({ id, name })
    expect(businessType.occupations.length).toBeGreaterThan(0)
  }
  await expect(guest.call(getBusinessType, { params: { id: '999' } })).rejects.toMatchObject({ status: 404 })
})

test('20 concurrent profiles and 20 concurrent completions all succeed', async () => {
  const mara = await registerPerson(shop)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      submitProfile(mara, n % 2 ? { custom_occupation_type: 'Gaffer' } : { first_name: 'Mara' }),
    ),
  )
  await submitPreferences(mara)
  await submitWorkspace(mara)
  const results = await Promise.all(Array.from({ length: 20 }, () => complete(mara)))
  expect(results.every(({ data }) => data.has_completed_onboarding)).toBe(true)
})
