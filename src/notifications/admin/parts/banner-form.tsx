/** The form of a banner with a live preview. It never overwrites a colleague's changes unseen. */
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { bannerAudiences, isBannerActionAllowed, pagesWithoutBanners, isPath } from '../../banner.ts'
import {
  changeStaffBanner,
  getStaffBanner,
  createStaffBanner,
  PATH_MESSAGE,
  startStaffBanner,
  type StaffBanner,
} from '../contract.ts'
import { audienceLabels, toDayFields, toTimestampFields, splitPaths } from './banner-labels.ts'
import { BannerPreview } from './banner-preview.tsx'
import { PictureField } from './picture-field.tsx'

import adminPage from '#ui/admin/admin-page.module.css'

const BannerFormFields = z.object({
  title: requiredText('Title', 120),
  description: requiredText('Description', 600),
  touch_description: optionalText('Text for touch screens', 600),
  audience: z.enum(bannerAudiences),
  /** Days, or an empty string. */
  starts_at: z.string(),
  ends_at: z.string(),
  exclude_on: z.string().check(z.refine(text => splitPaths(text).every(isPath), PATH_MESSAGE)),
  picture_public_id: z.optional(z.string()),
  version: z.int(),
})
const fieldNames = [
  'title',
  'description',
  'touch_description',
  'audience',
  'starts_at',
  'ends_at',
  'exclude_on',
  'picture_public_id',
] as const

const toFields = (banner: StaffBanner | undefined): z.infer<typeof BannerFormFields> => ({
  title: banner?.title ?? '',
  description: banner?.description ?? '',
  touch_description: banner?.touch_description ?? '',
  audience: banner?.audience ?? 'everyone',
  ...toDayFields(banner ?? { starts_at: null, ends_at: null }),
  exclude_on: banner?.exclude_on.join('\n') ?? '',
  picture_public_id: undefined,
  version: banner?.version ?? 0,
})

/** Without a banner it creates one. */
export const BannerForm = ({ banner }: { banner?: StaffBanner }) => {
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(BannerFormFields), defaultValues: toFields(banner) })
  const { register, reset, formState, control } = form
  const { errors, isSubmitting, isDirty } = formState
  const [title, description, touch_description, starts_at] = useWatch({
    control,
    name: ['title', 'description', 'touch_description', 'starts_at'],
  })
  // A banner with a later start is planned.
  const [now] = useState(() => Date.now())
  const startLabel = Date.parse(starts_at) > now ? 'Plan' : 'Start'
  const [pictureUrl, setPictureUrl] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)
  const isDraft = banner === undefined || banner.state === 'draft'

  // Follow the saved banner as long as the form is unchanged.
  useEffect(() => {
    if (!isDirty) reset(toFields(banner))
  }, [banner, isDirty, reset])
  useEffect(() => () => URL.revokeObjectURL(pictureUrl ?? ''), [pictureUrl])

  const save = async ({ exclude_on, audience, version, ...fields }: z.infer<typeof BannerFormFields>) => {
    const { starts_at, ends_at, ...values } = { ...fields, ...toTimestampFields(fields) }
    const body = { ...values, ends_at, exclude_on: splitPaths(exclude_on) }
    const draft = { ...body, audience, starts_at }
    const { data } = banner
      ? await call(changeStaffBanner, {
          params: { id: String(banner.id) },
          body: { ...(isDraft ? draft : body), version },
        })
      : await call(createStaffBanner, { body: draft })
    return data
  }
  const showError = async (error: unknown) => {
    showRefusal(error, form, fieldNames)
    if (!banner || !(error instanceof Refusal) || error.status !== 409) return
    const { data } = await call(getStaffBanner, { params: { id: String(banner.id) } })
    form.setValue('version', data.version)
    await revalidate()
  }
  const showSaved = async (savedBanner: StaffBanner, text: string) => {
    reset(toFields(savedBanner))
    toast(text, { kind: 'success' })
    await (banner ? revalidate() : navigate(`/admin/banners/${savedBanner.id}`))
  }
  const onSave = form.handleSubmit(async fields => {
    try {
      await showSaved(await save(fields), banner ? 'Saved.' : 'The draft is created.')
    } catch (error) {
      await showError(error)
    }
  })
  // Start saves the form first.
  const start = form.handleSubmit(async fields => {
    try {
      const { id, version } = await save(fields)
      form.setValue('version', version)
      const { data } = await call(startStaffBanner, { params: { id: String(id) }, body: { version } })
      await showSaved(data, data.state === 'planned' ? 'The banner is planned.' : 'The banner is running.')
    } catch (error) {
      await showError(error)
    }
  })
  const field = (name: 'title' | 'description' | 'touch_description' | 'starts_at' | 'ends_at' | 'exclude_on') => ({
    ...register(name),
    error: errors[name]?.message,
  })
  const { image_paths } = banner ?? {}
  const busy = isUploading ? 'Uploading…' : isSubmitting && 'Saving…'
  return (
    <>
      <form method="post" noValidate onSubmit={onSave} className={adminPage.form}>
        <div className={adminPage.fields}>
          <TextField dense label="Title" maxLength={120} className={adminPage.wide} {...field('title')} />
          <TextArea
            label="Description"
            rows={3}
            maxLength={600}
            hint="Text in {{double braces}} is shown as a key: Hold {{Shift}}. {{Meta}} is shown as ⌘ on a Mac and as Alt elsewhere. Without a text for touch screens, a banner with keys isn’t shown on them."
            className={adminPage.wide}
            {...field('description')}
          />
          <TextArea
            label="Text for touch screens"
            optional
            rows={2}
            maxLength={600}
            hint="Shown instead of the description on tablets without a keyboard. Phones show no banner."
            className={adminPage.wide}
            {...field('touch_description')}
          />
          <PictureField
            error={errors.picture_public_id?.message}
            picture={pictureUrl ?? image_paths?.small}
            busy={isUploading}
            onBusy={setUploading}
            onUploaded={(public_id, picture) => {
              form.setValue('picture_public_id', public_id, { shouldDirty: true })
              form.clearErrors('picture_public_id')
              setPictureUrl(URL.createObjectURL(picture))
            }}
          />
          {isDraft && (
            <>
              <SelectField dense label="Who sees it" {...register('audience')} error={errors.audience?.message}>
                {bannerAudiences.map(option => (
                  <option key={option} value={option}>
                    {audienceLabels[option]}
                  </option>
                ))}
              </SelectField>
              <TextField
                dense
                label="First day"
                optional
                type="date"
                hint="In UTC. Without one it begins when you start it."
                {...field('starts_at')}
              />
            </>
          )}
          <TextField
            dense
            label="Last day"
            optional
            type="date"
            hint="In UTC. Without one it runs until you end it."
            {...field('ends_at')}
          />
          <TextArea
            label="Pages without the banner"
            optional
            rows={3}
            spellCheck={false}
            placeholder="/clips"
            hint={`One path per line. It is never shown on ${pagesWithoutBanners.join(', ')}.`}
            className={adminPage.wide}
            {...field('exclude_on')}
          />
        </div>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind={isDirty || !banner ? 'primary' : 'secondary'} busy={busy}>
            {banner ? 'Save' : 'Create draft'}
          </Button>
          {banner && isBannerActionAllowed('start', banner.state) && (
            <Button
              kind={isDirty ? 'secondary' : 'primary'}
              busy={isUploading && 'Uploading…'}
              onClick={() => void start()}
            >
              {isDirty ? `Save and ${startLabel.toLowerCase()}` : startLabel}
            </Button>
          )}
        </p>
      </form>
      {unsavedDialog}
      <BannerPreview
        title={title}
        description={description}
        touch_description={touch_description}
        pictures={pictureUrl ? { small: pictureUrl, medium: pictureUrl } : (image_paths ?? undefined)}
      />
    </>
  )
}
