/** Being asked after registering: what is needed, what is kept, and when it is over. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { sendPicture } from '../../testing/builders/images.ts'
import { newcomer, teammate } from '../../testing/builders/people.ts'
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

type Person = Awaited<ReturnType<typeof newcomer>>

const status = async ({ visitor }: Person) => (await visitor.call(contract.getOnboarding, {})).data
const editor = { business_type_id: 1, occupation_type_id: 103 }
const profile = { first_name: 'Mara', last_name: 'Lindqvist', ...editor }
const introduce = ({ visitor }: Person, more: object = {}) =>
  visitor.call(contract.onboardProfile, { body: { ...profile, ...more } })
const choose = ({ visitor }: Person) =>
  visitor.call(saveNotifications, { body: { email_preferences: ['blog-articles'] } })
const name = ({ visitor }: Person) => visitor.call(contract.onboardWorkspace, { body: { name: 'Northlight' } })
const invite = ({ visitor }: Person, ...emails: string[]) =>
  visitor.call(contract.onboardInvites, {
    body: { invitees: emails.map(email => ({ email, role: 'purchaser' as const })) },
  })
const complete = ({ visitor }: Person) => visitor.call(contract.completeOnboarding, {})
const someone = () => `${randomUUID()}@people.example`

test('somebody new is asked for everything, step by step, and is through when they say so', async () => {
  const mara = await newcomer(shop)
  expect(mara.user).toMatchObject({ has_completed_onboarding: false, active_occupation: null, verticals: [] })
  const everything = {
    requires_profile_information: true,
    requires_email_preference_choice: true,
    requires_workspace_name: true,
    offers_invite: true,
  }
  expect(await status(mara)).toEqual(everything)
  await expect(complete(mara)).rejects.toMatchObject({ status: 409 })

  const { public_id = '' } = await sendPicture(shop, mara.visitor)
  const { data: user } = await introduce(mara, { avatar_public_id: public_id, company_url: 'northlight.example' })
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
  expect(await status(mara)).toEqual({ ...everything, requires_profile_information: false })
  await choose(mara)
  expect(await status(mara)).toMatchObject({ requires_email_preference_choice: false, requires_workspace_name: true })
  expect((await name(mara)).data).toMatchObject({ name: 'Northlight', role: 'owner' })
  expect(await status(mara)).toMatchObject({ requires_workspace_name: false, offers_invite: true })
  const email = someone()
  expect((await invite(mara, email)).data).toEqual({ invited: 1 })
  expect((await mara.visitor.call(listMembers, { query: { 'search[query]': email } })).data).toMatchObject([
    { kind: 'invite', email, role: 'purchaser' },
  ])
  expect(await status(mara)).toMatchObject({ offers_invite: false })
  expect((await mara.visitor.call(getSession, {})).data?.has_completed_onboarding).toBe(false)
  expect((await complete(mara)).data.has_completed_onboarding).toBe(true)
})

test('what was told elsewhere is not asked again, and nobody has to invite', async () => {
  const mara = await newcomer(shop)
  await mara.visitor.call(saveProfile, { body: { first_name: 'Mara', last_name: 'Lindqvist' } })
  expect((await status(mara)).requires_profile_information).toBe(true)
  await mara.visitor.call(saveOccupation, { body: { custom_business_type: 'Museum' } })
  await mara.visitor.call(renameWorkspace, { body: { name: 'Personal workspace' } })
  await mara.visitor.call(saveNotifications, { body: { email_preferences: [] } })
  expect(await status(mara)).toEqual({
    requires_profile_information: false,
    requires_email_preference_choice: false,
    requires_workspace_name: false,
    offers_invite: true,
  })
  expect((await invite(mara)).data).toEqual({ invited: 0 })
  expect((await status(mara)).offers_invite).toBe(false)
  await complete(mara)
})

test('whoever works in another’s workspace neither names it nor is asked to invite', async () => {
  const owner = await newcomer(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const mate = await teammate(shop, id, 'purchaser')
  expect(await status(mate)).toMatchObject({ requires_workspace_name: false, offers_invite: false })
  await expect(name(mate)).rejects.toMatchObject({ status: 403 })
  await expect(invite(mate, someone())).rejects.toMatchObject({ status: 403 })
  const admin = await teammate(shop, id, 'admin')
  expect(await status(admin)).toMatchObject({ requires_workspace_name: true, offers_invite: true })
})

describe('mistakes', () => {
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
      'We do not have this image any more. Please choose it again.',
    ],
  ])('%o is refused, and nothing of the rest is kept', async (wrong, field, text) => {
    const mara = await newcomer(shop)
    await expect(introduce(mara, wrong)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
    expect((await mara.visitor.call(getSession, {})).data).toMatchObject({ first_name: '', active_occupation: null })
  })

  test('a workspace has a name of 255 characters at most', async () => {
    const { visitor } = await newcomer(shop)
    const onboard = (name: string) => visitor.call(contract.onboardWorkspace, { body: { name } })
    await expect(onboard('  ')).rejects.toMatchObject({ errors: { name: ['Workspace name is required'] } })
    await expect(onboard('x'.repeat(256))).rejects.toMatchObject({
      errors: { name: ['The workspace name is too long.'] },
    })
    expect((await onboard(` ${'x'.repeat(255)} `)).data.name).toBe('x'.repeat(255))
  })

  test('who cannot be invited is told by place, nobody else is invited, and the question stays', async () => {
    const mara = await newcomer(shop)
    const mate = someone()
    await expect(invite(mara, mate, mara.user.email, mate)).rejects.toMatchObject({
      status: 422,
      errors: {
        'invitees.1.email': ['This email has already been added to the workspace.'],
        'invitees.2.email': ['This email has already been invited to the workspace.'],
      },
    })
    expect((await status(mara)).offers_invite).toBe(true)
    expect((await mara.visitor.call(listMembers, { query: {} })).data).toHaveLength(1)
  })
})

test('a text of one’s own takes the place of the id, whatever id comes with it', async () => {
  const { visitor } = await newcomer(shop)
  const save = (body: object) => visitor.call(saveOccupation, { body })
  const own = { business_type_id: null, occupation_type_id: null }
  expect((await save({ ...editor, custom_business_type: 'Museum' })).data.active_occupation).toMatchObject({
    ...own,
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

test('every business has occupations to choose from', async () => {
  const guest = shop.visitor()
  const { data } = await guest.call(listBusinessTypes, {})
  expect(data.length).toBeGreaterThan(5)
  for (const { id, name } of data) {
    const { data: one } = await guest.call(getBusinessType, { params: { id: String(id) } })
    expect(one).toMatchObject({ id, name })
    expect(one.occupations.length).toBeGreaterThan(0)
  }
  await expect(guest.call(getBusinessType, { params: { id: '999' } })).rejects.toMatchObject({ status: 404 })
})

test('twenty times “complete” at once end it once, and twenty profiles leave one whole', async () => {
  const mara = await newcomer(shop)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      introduce(mara, n % 2 ? { custom_occupation_type: 'Gaffer' } : { first_name: 'Mara' }),
    ),
  )
  await choose(mara)
  await name(mara)
  const ends = await Promise.all(Array.from({ length: 20 }, () => complete(mara)))
  expect(ends.every(({ data }) => data.has_completed_onboarding)).toBe(true)
})
