/** Form in which a filmmaker describes a clip. Technical facts come from the file and are not editable. */
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { splitKeywords } from '#catalog/keyword-text.ts'
import { releaseTraits, type Release } from '#catalog/traits.ts'
import { call } from '#platform/http/call.ts'
import type { InputOf } from '#platform/http/endpoint.ts'
import { showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { cameraLooks, motions, productions, timesOfDay } from '../../terms.ts'
import { saveDraft, submitDraft, type DraftClip } from '../drafts-contract.ts'

import css from './draft-form.module.css'

type DraftFormProps = { clip: DraftClip; onSaved: () => Promise<void> }

const optionOrEmpty = <T extends string>(options: readonly T[], value: string): T | '' =>
  options.find(option => option === value) ?? ''

const valuesOf = ({ words }: DraftClip) => ({
  ...words,
  keywords: words.keywords.join(', '),
  category_id: String(words.category_id ?? ''),
  subcategory_id: String(words.subcategory_id ?? ''),
  camera_look: optionOrEmpty(cameraLooks, words.camera_look),
  motion: optionOrEmpty(motions, words.motion),
  time_of_day: optionOrEmpty(timesOfDay, words.time_of_day),
  people_count: String(words.people_count),
  holds_rights: false,
})
type DraftFormValues = ReturnType<typeof valuesOf>
/** May be incomplete: the API validates it and reports what is missing. */
type SubmissionInput = InputOf<typeof submitDraft>['body']

const toNumber = (text: string) => (text === '' ? null : Number(text))

const bodyOf = ({
  holds_rights: _,
  keywords,
  category_id,
  subcategory_id,
  people_count,
  ...details
}: DraftFormValues) => ({
  ...details,
  keywords: splitKeywords(keywords),
  category_id: toNumber(category_id),
  subcategory_id: toNumber(subcategory_id),
  people_count: Number(people_count || Number.NaN),
})

export const DraftForm = ({ clip, onSaved }: DraftFormProps) => {
  const toast = useToast()
  const shootListId = useId()
  const form = useForm({ defaultValues: valuesOf(clip) })
  const { register, control, setValue, getValues, clearErrors, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const names = Object.keys(getValues()) as (keyof DraftFormValues)[]
  const category_id = Number(useWatch({ control, name: 'category_id' }))
  const subcategories = clip.categories.filter(({ parent_id }) => parent_id !== null && parent_id === category_id)
  const params = { id: String(clip.id) }

  const run = async (request: () => Promise<unknown>, message: string) => {
    clearErrors()
    try {
      await request()
      await onSaved()
      toast(message, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, names)
    }
  }
  const submit = handleSubmit(values =>
    run(
      () =>
        call(submitDraft, {
          params,
          body: { ...bodyOf(values), holds_rights: values.holds_rights } as SubmissionInput,
        }),
      'Submitted. Our editors look at it.',
    ),
  )
  const save = handleSubmit(values => run(() => call(saveDraft, { params, body: bodyOf(values) }), 'Saved.'))

  const field = (name: keyof DraftFormValues) => ({ ...register(name), error: errors[name]?.message })
  const choice = (name: keyof DraftFormValues, label: string, values: readonly string[]) => (
    <SelectField label={label} {...field(name)}>
      <option value="">Choose</option>
      {values.map(value => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
  return (
    <form method="post" noValidate onSubmit={submit} className={css.form}>
      <TextField label="Name" maxLength={120} {...field('name')} className={css.wide} />
      <TextArea
        label="Description"
        rows={3}
        maxLength={2_000}
        hint="What is seen, where and when: a sentence or two."
        {...field('description')}
        className={css.wide}
      />
      <TextArea
        label="Keywords"
        rows={2}
        hint="What buyers would search for, with commas between."
        {...field('keywords')}
        className={css.wide}
      />
      <TextField label="Shoot" maxLength={120} list={shootListId} {...field('shoot')} className={css.wide} />
      <datalist id={shootListId}>
        {clip.shoots.map(name => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <SelectField
        label="Category"
        {...register('category_id', { onChange: () => setValue('subcategory_id', '') })}
        error={errors.category_id?.message}
      >
        <option value="">Choose</option>
        {clip.categories
          .filter(({ parent_id }) => parent_id === null)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <SelectField label="Subcategory" {...field('subcategory_id')}>
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
      <TextField label="Location" optional maxLength={40} {...field('location_type')} />
      <TextField label="Camera" optional maxLength={60} {...field('camera')} />
      <TextField label="Lens" optional maxLength={60} {...field('lens')} />
      <TextField label="People in the picture" inputMode="numeric" {...field('people_count')} />
      <SelectField label="How it was made" {...field('production')}>
        {productions.map(value => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
      <fieldset className={css.checks}>
        <legend>Releases on file</legend>
        {releaseTraits.map(({ value, label }) => (
          <Checkbox key={value} value={value as Release} {...register('releases')}>
            {label}
          </Checkbox>
        ))}
        {errors.releases && <Banner kind="danger">{errors.releases.message}</Banner>}
      </fieldset>
      <fieldset className={css.checks}>
        <legend>How it plays and is sold</legend>
        <Checkbox {...register('loopable')}>Loops without a seam</Checkbox>
        <Checkbox {...register('flashing')}>Has flashes: never plays by itself</Checkbox>
        <Checkbox {...register('log')}>Flat color, to be graded: sold as LOG</Checkbox>
      </fieldset>
      <div className={css.wide}>
        <Checkbox {...register('holds_rights')} error={errors.holds_rights?.message}>
          I filmed this, or hold all rights to it, and the releases named above are signed and on file with me.
        </Checkbox>
      </div>
      {errors.root && (
        <div className={css.wide}>
          <Banner kind="danger">{errors.root.message}</Banner>
        </div>
      )}
      <p className={css.end}>
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Sending…'}>
          {clip.state === 'declined' ? 'Submit again' : 'Submit for review'}
        </Button>
        <Button kind="quiet" size="lg" onClick={() => void save()}>
          Save for later
        </Button>
      </p>
    </form>
  )
}
