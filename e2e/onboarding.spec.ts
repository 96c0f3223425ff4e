/** Onboarding: a new user completes the steps and invites a teammate, who joins in a second browser. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createImage, SVG_IMAGE } from './images.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, enterRegistrationCode, listClips, password, registerWithoutOnboarding } from './shop.ts'

const registerByForm = async (page: Page, email: string) => {
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Free Account' }).click()
  await enterRegistrationCode(page, email)
}

const step = (page: Page, name: string) => page.getByRole('dialog', { name })
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Setting up your account' })

/** Waits until the page is hydrated and idle. */
const waitForHydration = async (page: Page) => {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react')),
  )
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}

/** Chooses and crops an image, and waits for its upload. */
const uploadImage = async (page: Page, dialog: ReturnType<typeof step>, label: string) => {
  await dialog.getByLabel(label, { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await createImage(400, 300),
  })
  const crop = page.getByRole('dialog', { name: 'Crop your image' })
  await expect(crop.getByRole('group', { name: /crop selection area/ })).toBeVisible()
  await crop.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(crop).toBeHidden()
  await expect(dialog.getByRole('button', { name: /^Change/ })).toBeVisible()
  await expect(dialog.getByText('Uploading…')).toBeHidden()
}

test('a new user completes profile, notifications, workspace and team, and a teammate joins @full @phone', async ({
  page,
  browser,
}) => {
  const email = `story-${randomUUID()}@example.com`
  const mateEmail = `mate-${randomUUID()}@example.com`
  await registerByForm(page, email)

  await test.step('the profile, with every error message', async () => {
    const dialog = step(page, 'Tell us about yourself')
    await expect(dialog).toBeVisible()
    await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Step 1 of 5')
    await page.mouse.click(4, 4)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    for (const text of ['First name', 'Last name', 'Business type', 'Occupation type'])
      await expect(dialog.getByText(`${text} is required`)).toBeVisible()
    const occupation = dialog.getByLabel('Occupation type', { exact: true })
    await expect(occupation).toBeDisabled()
    await expect(occupation).toContainText('Please select a business type first')
    await dialog.getByLabel('Company website').fill('nowhere')
    await dialog.getByLabel('Business type').selectOption('Other')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Please enter your business type')).toBeVisible()
    await expect(dialog.getByText('Invalid URL')).toBeVisible()
    await expectAccessible(page, 'onboarding: profile with mistakes')
    await dialog.getByLabel('First name').fill('Mara')
    await dialog.getByLabel('Last name').fill('Lindqvist')
    await dialog.getByLabel('Company website').fill('northlight.example')
    await dialog.getByLabel('Business type', { exact: true }).selectOption('Production company')
    await occupation.selectOption('Other')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Please enter your occupation type')).toBeVisible()
    await occupation.selectOption('Editor')
    await uploadImage(page, dialog, 'Photo')
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('a reload continues with the notifications', async () => {
    await expect(step(page, 'Which mails would you like?')).toBeVisible()
    await page.reload()
    const dialog = step(page, 'Which mails would you like?')
    await expect(dialog).toBeVisible()
    await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Step 1 of 4')
    await expectAccessible(page, 'onboarding: mails')
    await dialog.getByRole('checkbox', { name: 'Articles' }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('the workspace gets a name and a logo', async () => {
    const dialog = step(page, 'Name your workspace')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Workspace name is required')).toBeVisible()
    await dialog.getByLabel('Workspace name').fill('x'.repeat(256))
    await expect(dialog.getByText('The workspace name is too long.')).toBeVisible()
    await dialog.getByLabel('Workspace name').fill('Northlight')
    await uploadImage(page, dialog, 'Logo')
    await expectAccessible(page, 'onboarding: workspace')
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('a teammate is invited', async () => {
    const dialog = step(page, 'Invite your team')
    const send = dialog.getByRole('button', { name: 'Send invites' })
    await expect(dialog.getByRole('group')).toHaveCount(3)
    await send.click()
    await expect(dialog.getByText('Please enter an email and select a role for the first invitee')).toBeVisible()
    const emails = dialog.getByRole('textbox', { name: 'Email' })
    await emails.nth(0).fill('nobody')
    await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
    await emails.nth(0).fill(mateEmail)
    await dialog.getByLabel('Role').nth(0).selectOption('Purchaser')
    await emails.nth(2).fill(email)
    await expect(dialog.getByText('Please complete both email and role when adding team members')).toBeVisible()
    await dialog.getByLabel('Role').nth(2).selectOption('Admin')
    await send.click()
    await expect(dialog.getByText('This email has already been added to the workspace.')).toBeVisible()
    await expectAccessible(page, 'onboarding: invite')
    await emails.nth(2).fill('')
    await dialog.getByLabel('Role').nth(2).selectOption('Select a role')
    await send.click()
  })

  await test.step('the last step leads into the shop', async () => {
    const dialog = step(page, 'Welcome to Longtake')
    await expect(dialog).toContainText('Your profile and workspace are ready to go!')
    await expectAccessible(page, 'onboarding: success')
    await dialog.getByRole('button', { name: 'Start browsing' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    const user = await callApi<{ has_completed_onboarding: boolean; avatar_url: string }>(page, 'GET', '/auth')
    expect(user.has_completed_onboarding).toBe(true)
    expect((await page.request.get(user.avatar_url)).headers()['content-type']).toBe('image/webp')
    await waitForHydration(page)
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('the teammate registers in another browser and joins', async () => {
    const { links } = await waitForMail(mateEmail, 'Join Northlight')
    const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: new URL(page.url()).origin })
    const matePage = await context.newPage()
    await matePage.goto(links.find(link => link.includes('invite_token=')) ?? '')
    const dialog = matePage.getByRole('dialog', { name: 'Join Northlight' })
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Byron')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Create Free Account' }).click()
    await enterRegistrationCode(dialog, mateEmail)
    const welcome = step(matePage, 'Welcome to Longtake')
    await expect(welcome).toBeVisible()
    // Only the invite dialog is open.
    await expect(matePage.getByRole('dialog')).toHaveCount(1)
    await welcome.getByRole('button', { name: 'Start browsing' }).click()
    await expect(matePage).toHaveURL(/\/workspace\/overview$/)
    await expect(matePage.getByRole('heading', { level: 1, name: 'Northlight' })).toBeVisible()
    await expect(bar(matePage)).toHaveCount(0)
    // Teammates skip the other onboarding steps.
    await matePage.goto('/')
    await waitForHydration(matePage)
    await expect(bar(matePage)).toHaveCount(0)
    await context.close()
  })

  await test.step('the team page shows the photos', async () => {
    await page.goto('/workspace/team')
    const row = page.getByRole('listitem').filter({ hasText: email })
    await expect(row.locator('img')).toBeVisible()
    await expectAccessible(page, 'the team with faces')
  })
})

test('onboarding starts on browsing pages only @full', async ({ page }) => {
  await registerWithoutOnboarding(page)
  const dialog = step(page, 'Tell us about yourself')
  const onboardingRequests: string[] = []
  page.on('request', request => request.url().endsWith('/api/user/onboarding') && onboardingRequests.push(page.url()))
  for (const path of ['/cart', '/workspace/overview', '/profile/settings', '/contact', '/?modal=footageResearch']) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(dialog).toHaveCount(0)
  }
  expect(onboardingRequests).toEqual([])
  const [clip] = await listClips(page)
  await page.context().clearCookies()
  const clipPath = `/clips/${clip?.slug}/${clip?.id}`
  const { email } = await registerWithoutOnboarding(page)
  await page.context().clearCookies()
  await page.goto(`/login?${new URLSearchParams({ next: clipPath })}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${clipPath}$`))
  await waitForHydration(page)
  await expect(dialog).toHaveCount(0)
  await page.goto('/clips')
  await expect(dialog).toBeVisible()
  expect(onboardingRequests).toHaveLength(1)
})

test('closed onboarding waits for the next visit, and a visit that starts in the cart has none @full', async ({
  page,
  context,
}) => {
  await registerWithoutOnboarding(page)
  const dialog = step(page, 'Tell us about yourself')
  await page.goto('/clips')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  for (const path of ['/', '/clips']) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(dialog).toHaveCount(0)
  }
  const secondVisit = await context.newPage()
  await secondVisit.goto('/clips')
  await step(secondVisit, 'Tell us about yourself').getByRole('button', { name: 'Not now' }).click()
  await expect(bar(secondVisit)).toHaveCount(0)
  const buyingVisit = await context.newPage()
  await buyingVisit.goto('/cart')
  await waitForHydration(buyingVisit)
  const [clip] = await listClips(buyingVisit)
  await buyingVisit.goto(`/clips/${clip?.slug}/${clip?.id}`)
  await waitForHydration(buyingVisit)
  await expect(bar(buyingVisit)).toHaveCount(0)
})

test('a server error does not block the shop @full', async ({ page }) => {
  await registerWithoutOnboarding(page)
  await page.route('**/api/user/onboarding/profile', route => route.fulfill({ status: 500, json: { message: 'x' } }))
  await page.goto('/')
  const dialog = step(page, 'Tell us about yourself')
  await dialog.getByLabel('First name').fill('Mara')
  await dialog.getByLabel('Last name').fill('Lindqvist')
  await dialog.getByLabel('Business type').selectOption('Other')
  await dialog.getByLabel('Your business type').fill('Museum')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await step(page, 'Which mails would you like?').getByRole('button', { name: 'Continue' }).click()
  await step(page, 'Name your workspace').getByLabel('Workspace name').fill('Northlight')
  await step(page, 'Name your workspace').getByRole('button', { name: 'Continue' }).click()
  await step(page, 'Invite your team').getByRole('button', { name: 'Skip for now' }).click()
  await step(page, 'Welcome to Longtake').getByRole('button', { name: 'Start browsing' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  // A step that was not saved is shown again.
  await page.unroute('**/api/user/onboarding/profile')
  await page.reload()
  await expect(dialog).toBeVisible()
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Step 1 of 2')
})

test('an image is cropped by pointer and keyboard, and invalid images show an error', async ({ page }) => {
  await registerWithoutOnboarding(page)
  await page.goto('/profile/settings')
  const photo = page.getByLabel('Photo', { exact: true })
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  await photo.setInputFiles(file('me.svg', 'image/svg+xml', Buffer.from(SVG_IMAGE)))
  await expect(page.getByText('This file is not an image we can use')).toBeVisible()
  await photo.setInputFiles(file('me.png', 'image/png', Buffer.from(SVG_IMAGE)))
  await expect(page.getByText('This image is damaged or not complete')).toBeVisible()
  await photo.setInputFiles(file('me.png', 'image/png', await createImage(63, 200)))
  await expect(page.getByText('Select an image of at least 64 × 64 pixels.')).toBeVisible()
  await photo.setInputFiles(file('me.png', 'image/png', Buffer.alloc(25 * 1_024 * 1_024 + 1)))
  await expect(page.getByText('This image is too large')).toBeVisible()
  await expect(page.getByText('Select an image that is 25 MB or less.')).toBeVisible()
  await expectAccessible(page, 'profile with a picture that is too large')

  await photo.setInputFiles(file('me.png', 'image/png', await createImage(400, 300)))
  const crop = page.getByRole('dialog', { name: 'Crop your image' })
  const area = crop.getByRole('group', { name: /crop selection area/ })
  await expect(area).toBeVisible()
  await expectAccessible(page, 'crop dialog')
  const cropOffset = async () =>
    ((await area.boundingBox())?.x ?? 0) - ((await crop.locator('img').boundingBox())?.x ?? 0)
  await area.focus()
  await page.keyboard.press('Control+ArrowLeft')
  await expect.poll(cropOffset).toBeCloseTo(0, 0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(cropOffset).toBeCloseTo(1, 0)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(cropOffset).toBeCloseTo(11, 0)
  await crop.getByRole('button', { name: 'Back' }).click()
  await expect(crop).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload photo' })).toBeVisible()

  await photo.setInputFiles(file('me.png', 'image/png', await createImage(400, 300)))
  await crop.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible()
  await expect(page.getByRole('main').locator('img[src^="/media/images/"]')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Upload photo' })).toBeVisible()
})

test('business, occupation and kinds of work are saved on the profile @full', async ({ page }) => {
  await registerWithoutOnboarding(page)
  await page.goto('/profile/settings')
  await page.getByLabel('Business type').selectOption('Advertising agency')
  await page.getByLabel('Occupation type', { exact: true }).selectOption('Other')
  await page.getByLabel('Your occupation type').fill('Sound designer')
  await page.getByRole('button', { name: 'Documentary' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  // One button saves the complete profile.
  await page.getByRole('main').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Your profile has been saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Byron')
  await expect(page.getByLabel('Business type')).toHaveValue('2')
  await expect(page.getByLabel('Your occupation type')).toHaveValue('Sound designer')
  await expect(page.getByRole('button', { name: 'Documentary' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'profile')
})
