/** What a banner says, to whom, where and when, with a look at it as it is typed. What a colleague saved meanwhile is not overwritten unseen. */
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { audiences, canBe, hidden_on, isPath } from '#notifications/banner.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import {
  changeStaffBanner,
  getStaffBanner,
  makeStaffBanner,
  path_text,
  startStaffBanner,
  type StaffBanner,
} from '../contract.ts'
import { BannerPreview } from './banner-preview.tsx'
import { audienceWords, daysOf, momentsOf, pathsIn } from './banner-words.ts'
import { PictureField } from './picture-field.tsx'

import desk from '../../parts/desk.module.css'

const Fields = z.object({
  title: requiredText('Title', 120),
  description: requiredText('Description', 600),
  audience: z.enum(audiences),
  /** Days, or ''. */
  starts_at: z.string(),
  ends_at: z.string(),
  exclude_on: z.string().check(z.refine(text => pathsIn(text).every(isPath), path_text)),
  picture_public_id: z.optional(z.string()),
  version: z.int(),
})
const names = ['title', 'description', 'audience', 'starts_at', 'ends_at', 'exclude_on', 'picture_public_id'] as const

const wordsOf = (banner: StaffBanner | undefined): z.infer<typeof Fields> => ({
  title: banner?.title ?? '',
  description: banner?.description ?? '',
  audience: banner?.audience ?? 'everyone',
  ...daysOf(banner ?? { starts_at: null, ends_at: null }),
  exclude_on: banner?.exclude_on.join('\n') ?? '',
  picture_public_id: undefined,
  version: banner?.version ?? 0,
})

/** Without a banner it makes one. */
export const BannerForm = ({ banner }: { banner?: StaffBanner }) => {
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: checkedBy(Fields), defaultValues: wordsOf(banner) })
  const { register, reset, formState, control } = form
  const { errors, isSubmitting, isDirty } = formState
  const [title, description, starts_at] = useWatch({ control, name: ['title', 'description', 'starts_at'] })
  // One that begins later is planned by that.
  const [now] = useState(() => Date.now())
  const start_word = Date.parse(starts_at) > now ? 'Plan' : 'Start'
  const [chosen, setChosen] = useState<string>()
  const [isSending, setSending] = useState(false)
  const question = useUnsaved(isDirty && !isSubmitting)
  const isDraft = banner === undefined || banner.state === 'draft'

  // Nothing was typed: the newest words stand here.
  useEffect(() => {
    if (!isDirty) reset(wordsOf(banner))
  }, [banner, isDirty, reset])
  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen])

  const save = async ({ exclude_on, audience, version, ...fields }: z.infer<typeof Fields>) => {
    const { starts_at, ends_at, ...facts } = { ...fields, ...momentsOf(fields) }
    const body = { ...facts, ends_at, exclude_on: pathsIn(exclude_on) }
    const draft = { ...body, audience, starts_at }
    const { data } = banner
      ? await call(changeStaffBanner, {
          params: { id: String(banner.id) },
          body: { ...(isDraft ? draft : body), version },
        })
      : await call(makeStaffBanner, { body: draft })
    return data
  }
  const say = async (error: unknown) => {
    showRefusal(error, form, names)
    if (!banner || !(error instanceof Refusal) || error.status !== 409) return
    const { data } = await call(getStaffBanner, { params: { id: String(banner.id) } })
    form.setValue('version', data.version)
    await revalidate()
  }
  const show = async (saved: StaffBanner, text: string) => {
    reset(wordsOf(saved))
    toast(text, { kind: 'success' })
    await (banner ? revalidate() : navigate(`/admin/banners/${saved.id}`))
  }
  const onSave = form.handleSubmit(async fields => {
    try {
      await show(await save(fields), banner ? 'Saved.' : 'The draft is made.')
    } catch (error) {
      await say(error)
    }
  })
  // What is started is what stands here, saved or not.
  const start = form.handleSubmit(async fields => {
    try {
      const { id, version } = await save(fields)
      form.setValue('version', version)
      const { data } = await call(startStaffBanner, { params: { id: String(id) }, body: { version } })
      await show(data, data.state === 'planned' ? 'It is planned.' : 'People see it from now on.')
    } catch (error) {
      await say(error)
    }
  })
  const field = (name: 'title' | 'description' | 'starts_at' | 'ends_at' | 'exclude_on') => ({
    ...register(name),
    error: errors[name]?.message,
  })
  const { image_paths } = banner ?? {}
  const busy = isSending ? 'Uploading…' : isSubmitting && 'Saving…'
  return (
    <>
      <form method="post" noValidate onSubmit={onSave} className={desk.form}>
        <div className={desk.fields}>
          <TextField dense label="Title" maxLength={120} className={desk.wide} {...field('title')} />
          <TextArea
            label="Description"
            rows={3}
            maxLength={600}
            hint="What stands in {{double braces}} is shown as a key: Hold {{Shift}}. {{Meta}} is shown as ⌘ on a Mac and as Alt elsewhere. A banner with keys isn’t shown on touch devices."
            className={desk.wide}
            {...field('description')}
          />
          <PictureField
            error={errors.picture_public_id?.message}
            picture={chosen ?? image_paths?.small}
            busy={isSending}
            onBusy={setSending}
            onSent={(public_id, picture) => {
              form.setValue('picture_public_id', public_id, { shouldDirty: true })
              form.clearErrors('picture_public_id')
              setChosen(URL.createObjectURL(picture))
            }}
          />
          {isDraft && (
            <>
              <SelectField dense label="Who sees it" {...register('audience')} error={errors.audience?.message}>
                {audiences.map(one => (
                  <option key={one} value={one}>
                    {audienceWords[one]}
                  </option>
                ))}
              </SelectField>
              <TextField
                dense
                label="First day"
                optional
                type="date"
                hint="In UTC. Without one it begins when it is started."
                {...field('starts_at')}
              />
            </>
          )}
          <TextField
            dense
            label="Last day"
            optional
            type="date"
            hint="In UTC. Without one it stays until you end it."
            {...field('ends_at')}
          />
          <TextArea
            label="Pages on which it stays away"
            optional
            rows={3}
            spellCheck={false}
            placeholder="/clips"
            hint={`A path in each line. It never comes on ${hidden_on.join(', ')}.`}
            className={desk.wide}
            {...field('exclude_on')}
          />
        </div>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={desk.end}>
          <Button type="submit" kind={isDirty || !banner ? 'primary' : 'secondary'} busy={busy}>
            {banner ? 'Save' : 'Make a draft'}
          </Button>
          {banner && canBe('start', banner.state) && (
            <Button
              kind={isDirty ? 'secondary' : 'primary'}
              busy={isSending && 'Uploading…'}
              onClick={() => void start()}
            >
              {isDirty ? `Save and ${start_word.toLowerCase()}` : start_word}
            </Button>
          )}
        </p>
      </form>
      {question}
      <BannerPreview
        title={title}
        description={description}
        pictures={chosen ? { small: chosen, medium: chosen } : (image_paths ?? undefined)}
      />
    </>
  )
}
