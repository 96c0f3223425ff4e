/** What people say of a clip, changed. What follows from the picture stands beside it and is never typed. */
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { cameraLooks, motions, tiers, timesOfDay } from '#catalog/ingest/terms.ts'
import { keywordsIn } from '#catalog/keyword-words.ts'
import { releases, releaseTraits, type Release } from '#catalog/traits.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import { editStaffClip, type StaffClip } from '../contract.ts'

import desk from '../../parts/desk.module.css'

type Props = {
  clip: StaffClip
  categories: readonly { id: number; name: string; parent_id: number | null }[]
  onSaved: () => Promise<void>
}

const Shape = z.object({
  name: z.string(),
  description: z.string(),
  keywords: z.string(),
  category_id: z.string(),
  subcategory_id: z.string(),
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  location_type: z.string(),
  people_count: z.string().check(z.regex(/^\d{1,5}$/, 'People are counted from 0.')),
  releases: z.array(z.enum(releases)),
  tier: z.enum(tiers),
  loopable: z.boolean(),
  flashing: z.boolean(),
})
const names = Object.keys(Shape.shape) as (keyof typeof Shape.shape)[]

/** What a clip says in words that are none of ours has to be chosen anew. */
const known = <T extends string>(words: readonly T[], said: string) => words.find(word => word === said) as T

const wordsOf = (clip: StaffClip): z.infer<typeof Shape> => ({
  name: clip.name,
  description: clip.description,
  keywords: clip.keywords.join(', '),
  category_id: String(clip.category_id),
  subcategory_id: String(clip.subcategory_id ?? ''),
  camera_look: known(cameraLooks, clip.camera_look),
  motion: known(motions, clip.motion),
  time_of_day: known(timesOfDay, clip.time_of_day),
  location_type: clip.location_type,
  people_count: String(clip.people_count),
  releases: [...clip.releases],
  tier: clip.tier,
  loopable: clip.loopable,
  flashing: clip.flashing,
})

export const WordsForm = ({ clip, categories, onSaved }: Props) => {
  const toast = useToast()
  const form = useForm({ resolver: checkedBy(Shape), defaultValues: wordsOf(clip) })
  const { register, reset, handleSubmit, control, setValue, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const question = useUnsaved(isDirty && !isSubmitting)
  // Nothing was typed: the newest words stand here. What was typed stays when the clip is decided about.
  useEffect(() => {
    if (!isDirty) reset(wordsOf(clip))
  }, [clip, isDirty, reset])
  const category_id = Number(useWatch({ control, name: 'category_id' }))
  const subcategories = categories.filter(({ parent_id }) => parent_id === category_id)
  const save = handleSubmit(async ({ keywords, category_id, subcategory_id, people_count, ...fields }) => {
    const body = {
      ...fields,
      keywords: keywordsIn(keywords),
      category_id: Number(category_id),
      subcategory_id: subcategory_id === '' ? null : Number(subcategory_id),
      people_count: Number(people_count),
    }
    try {
      const { data } = await call(editStaffClip, { params: { id: String(clip.id) }, body })
      reset(wordsOf(data))
      await onSaved()
      toast('Saved. The search is up to date.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, names)
    }
  })
  const field = (name: (typeof names)[number]) => ({ ...register(name), error: errors[name]?.message })
  const choice = (name: (typeof names)[number], label: string, values: readonly string[]) => (
    <SelectField dense label={label} {...field(name)}>
      <option value="">Choose</option>
      {values.map(value => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
  return (
    <form method="post" noValidate onSubmit={save} className={desk.form}>
      <div className={desk.fields}>
        <TextField dense label="Name" maxLength={120} {...field('name')} className={desk.wide} />
        <TextArea label="Description" rows={2} maxLength={2_000} {...field('description')} className={desk.wide} />
        <TextArea label="Keywords" rows={2} hint="With commas between." {...field('keywords')} className={desk.wide} />
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
        <SelectField dense label="Tier" {...field('tier')}>
          {tiers.map(tier => (
            <option key={tier}>{tier}</option>
          ))}
        </SelectField>
      </div>
      <fieldset className={desk.checks}>
        <legend>Releases on file</legend>
        {releaseTraits.map(({ value, label }) => (
          <Checkbox key={value} value={value as Release} {...register('releases')}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
      {errors.releases && <Banner kind="danger">{errors.releases.message}</Banner>}
      <fieldset className={desk.checks}>
        <legend>How it plays</legend>
        <Checkbox {...register('loopable')}>Loops without a seam</Checkbox>
        <Checkbox {...register('flashing')}>Has flashes: never plays by itself</Checkbox>
      </fieldset>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={desk.end}>
        <Button type="submit" kind={isDirty ? 'primary' : 'secondary'} busy={isSubmitting && 'Saving…'}>
          Save words
        </Button>
      </p>
      {question}
    </form>
  )
}
