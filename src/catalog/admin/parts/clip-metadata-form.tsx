/** The form of a clip's metadata. Values derived from the footage are shown beside it and cannot be edited. */
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { cameraLooks, motions, tiers, timesOfDay } from '#ingest/terms.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { splitKeywords } from '../../keyword-text.ts'
import { releases, releaseTraits, type Release } from '../../traits.ts'
import { editStaffClip, type StaffClip } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

type ClipMetadataFormProps = {
  clip: StaffClip
  categories: readonly { id: number; name: string; parent_id: number | null }[]
  onSaved: () => Promise<void>
}

const ClipMetadataFields = z.object({
  name: z.string(),
  description: z.string(),
  keywords: z.string(),
  category_id: z.string(),
  subcategory_id: z.string(),
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  location_type: z.string(),
  people_count: z.string().check(z.regex(/^\d{1,5}$/, 'The number of people is 0 or more.')),
  camera: z.string(),
  lens: z.string(),
  releases: z.array(z.enum(releases)),
  tier: z.enum(tiers),
  loopable: z.boolean(),
  flashing: z.boolean(),
})
const fieldNames = Object.keys(ClipMetadataFields.shape) as (keyof typeof ClipMetadataFields.shape)[]

/** Returns the stored value if it is a current option. Outdated values have to be chosen again. */
const findOption = <T extends string>(options: readonly T[], stored: string) =>
  options.find(option => option === stored) as T

const toFields = (clip: StaffClip): z.infer<typeof ClipMetadataFields> => ({
  name: clip.name,
  description: clip.description,
  keywords: clip.keywords.join(', '),
  category_id: String(clip.category_id),
  subcategory_id: String(clip.subcategory_id ?? ''),
  camera_look: findOption(cameraLooks, clip.camera_look),
  motion: findOption(motions, clip.motion),
  time_of_day: findOption(timesOfDay, clip.time_of_day),
  location_type: clip.location_type,
  people_count: String(clip.people_count),
  camera: clip.camera,
  lens: clip.lens,
  releases: [...clip.releases],
  tier: clip.tier,
  loopable: clip.loopable,
  flashing: clip.flashing,
})

export const ClipMetadataForm = ({ clip, categories, onSaved }: ClipMetadataFormProps) => {
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(ClipMetadataFields), defaultValues: toFields(clip) })
  const { register, reset, handleSubmit, control, setValue, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)
  // Follow the saved clip as long as the form is unchanged. Edits survive a status change.
  useEffect(() => {
    if (!isDirty) reset(toFields(clip))
  }, [clip, isDirty, reset])
  const category_id = Number(useWatch({ control, name: 'category_id' }))
  const subcategories = categories.filter(({ parent_id }) => parent_id === category_id)
  const save = handleSubmit(async ({ keywords, category_id, subcategory_id, people_count, ...fields }) => {
    const body = {
      ...fields,
      keywords: splitKeywords(keywords),
      category_id: Number(category_id),
      subcategory_id: subcategory_id === '' ? null : Number(subcategory_id),
      people_count: Number(people_count),
    }
    try {
      const { data } = await call(editStaffClip, { params: { id: String(clip.id) }, body })
      reset(toFields(data))
      await onSaved()
      toast('Saved. The search is up to date.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
    }
  })
  const field = (name: (typeof fieldNames)[number]) => ({ ...register(name), error: errors[name]?.message })
  const choice = (name: (typeof fieldNames)[number], label: string, values: readonly string[]) => (
    <SelectField dense label={label} {...field(name)}>
      <option value="">Choose</option>
      {values.map(value => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
  return (
    <form method="post" noValidate onSubmit={save} className={adminPage.form}>
      <div className={adminPage.fields}>
        <TextField dense label="Name" maxLength={120} {...field('name')} className={adminPage.wide} />
        <TextArea label="Description" rows={2} maxLength={2_000} {...field('description')} className={adminPage.wide} />
        <TextArea
          label="Keywords"
          rows={2}
          hint="Separated by commas."
          {...field('keywords')}
          className={adminPage.wide}
        />
        <SelectField
          dense
          label="Category"
          {...register('category_id', { onChange: () => setValue('subcategory_id', '') })}
          error={errors.category_id?.message}
        >
          {categories
            .filter(({ parent_id }) => parent_id === null)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
        <SelectField dense label="Subcategory" {...field('subcategory_id')}>
          <option value="">None</option>
          {subcategories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {choice('camera_look', 'Camera look', cameraLooks)}
        {choice('motion', 'Motion', motions)}
        {choice('time_of_day', 'Time of day', timesOfDay)}
        <TextField dense label="Location" optional maxLength={40} {...field('location_type')} />
        <TextField dense label="People" inputMode="numeric" {...field('people_count')} />
        <TextField dense label="Camera" optional maxLength={60} {...field('camera')} />
        <TextField dense label="Lens" optional maxLength={60} {...field('lens')} />
        <SelectField dense label="Tier" {...field('tier')}>
          {tiers.map(tier => (
            <option key={tier}>{tier}</option>
          ))}
        </SelectField>
      </div>
      <fieldset className={adminPage.checks}>
        <legend>Releases on file</legend>
        {releaseTraits.map(({ value, label }) => (
          <Checkbox key={value} value={value as Release} {...register('releases')}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
      {errors.releases && <Banner kind="danger">{errors.releases.message}</Banner>}
      <fieldset className={adminPage.checks}>
        <legend>Playback</legend>
        <Checkbox {...register('loopable')}>Loops seamlessly</Checkbox>
        <Checkbox {...register('flashing')}>Has flashes: never plays automatically</Checkbox>
      </fieldset>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" kind={isDirty ? 'primary' : 'secondary'} busy={isSubmitting && 'Saving…'}>
          Save details
        </Button>
      </p>
      {unsavedDialog}
    </form>
  )
}
