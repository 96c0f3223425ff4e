/** The panel for the selected clips: status changes and metadata for all of them. Empty fields change nothing. */
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { cameraLooks, motions, tiers, timesOfDay } from '#ingest/terms.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { splitKeywords } from '../../keyword-text.ts'
import { clipStatusChangeNames } from '../../review.ts'
import { changeStaffClips } from '../contract.ts'
import { StatusChangeButtons } from './status-change-buttons.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './bulk-panel.module.css'

type BulkPanelProps = {
  ids: readonly number[]
  categories: readonly { id: number; name: string; parent_id: number | null }[]
  onClear: () => void
  /** Returns to the list on a small screen. */
  onBack: () => void
  onChanged: () => Promise<void>
}

const emptyFields = {
  add_keywords: '',
  remove_keywords: '',
  category_id: '',
  camera_look: '',
  motion: '',
  time_of_day: '',
  people_count: '',
  camera: '',
  lens: '',
  tier: '',
}
type BulkFields = typeof emptyFields
const fieldNames = Object.keys(emptyFields) as (keyof BulkFields)[]
const BulkFieldsSchema = z.object({
  ...Object.fromEntries(fieldNames.map(name => [name, z.string()])),
  people_count: z.string().check(z.regex(/^\d{0,5}$/, 'The number of people is 0 or more.')),
}) as unknown as z.ZodMiniType<BulkFields, BulkFields>

/** Returns only the fields that were filled in. */
const toBody = ({
  add_keywords,
  remove_keywords,
  category_id,
  people_count,
  camera,
  lens,
  ...options
}: BulkFields) => ({
  ...(add_keywords.trim() && { add_keywords: splitKeywords(add_keywords) }),
  ...(remove_keywords.trim() && { remove_keywords: splitKeywords(remove_keywords) }),
  ...(category_id && { category_id: Number(category_id) }),
  ...(people_count.trim() && { people_count: Number(people_count) }),
  ...(camera.trim() && { camera }),
  ...(lens.trim() && { lens }),
  ...(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')) as {
    camera_look?: (typeof cameraLooks)[number]
    motion?: (typeof motions)[number]
    time_of_day?: (typeof timesOfDay)[number]
    tier?: (typeof tiers)[number]
  }),
})

export const BulkPanel = ({ ids, categories, onClear, onBack, onChanged }: BulkPanelProps) => {
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(BulkFieldsSchema), defaultValues: emptyFields })
  const { register, handleSubmit, reset, formState, setError } = form
  const { errors, isSubmitting } = formState
  const title = ids.length === 1 ? '1 clip' : `${ids.length} clips`
  const save = handleSubmit(async fields => {
    const change = toBody(fields)
    if (Object.keys(change).length === 0) return setError('root', { message: 'Fill in what should change.' })
    try {
      const { data } = await call(changeStaffClips, { body: { clip_ids: [...ids], ...change } })
      reset()
      await onChanged()
      toast(
        data.changed === 0
          ? 'All of them have these values already.'
          : `${data.changed === 1 ? '1 clip' : `${data.changed} clips`} changed.`,
        { kind: 'success' },
      )
    } catch (error) {
      showRefusal(error, form, fieldNames)
    }
  })
  const textField = (name: keyof BulkFields) => ({ dense: true, ...register(name), error: errors[name]?.message })
  const selectField = (name: keyof BulkFields, label: string, values: readonly string[]) => (
    <SelectField dense label={label} {...register(name)} error={errors[name]?.message}>
      <option value="">Unchanged</option>
      {values.map(value => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
  return (
    <div className={page.person}>
      <button type="button" className={css.back} onClick={onBack}>
        <ArrowLeft aria-hidden />
        Clips
      </button>
      <header className={page.head}>
        <h1>{title} selected</h1>
        <p>
          <Button kind="quiet" size="sm" onClick={onClear}>
            Clear selection
          </Button>
        </p>
      </header>
      <section aria-labelledby="moves">
        <h2 id="moves">Status</h2>
        <p className={adminPage.end}>
          <StatusChangeButtons ids={ids} changes={clipStatusChangeNames} title={title} onChanged={onChanged} />
        </p>
      </section>
      <section aria-labelledby="words">
        <h2 id="words">Details for all</h2>
        <form method="post" noValidate onSubmit={save} className={adminPage.form}>
          <div className={adminPage.fields}>
            <TextField
              label="Add keywords"
              placeholder="dusk, harbor, fog"
              maxLength={3_000}
              {...textField('add_keywords')}
              className={adminPage.wide}
            />
            <TextField
              label="Remove keywords"
              maxLength={3_000}
              {...textField('remove_keywords')}
              className={adminPage.wide}
            />
            <SelectField dense label="Category" {...register('category_id')} error={errors.category_id?.message}>
              <option value="">Unchanged</option>
              {categories
                .filter(({ parent_id }) => parent_id === null)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            {selectField('camera_look', 'Camera look', cameraLooks)}
            {selectField('motion', 'Motion', motions)}
            {selectField('time_of_day', 'Time of day', timesOfDay)}
            <TextField label="People" inputMode="numeric" placeholder="Unchanged" {...textField('people_count')} />
            <TextField label="Camera" placeholder="Unchanged" maxLength={60} {...textField('camera')} />
            <TextField label="Lens" placeholder="Unchanged" maxLength={60} {...textField('lens')} />
            {selectField('tier', 'Tier', tiers)}
          </div>
          {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
          <p className={adminPage.end}>
            <Button type="submit" kind="primary" busy={isSubmitting && 'Changing…'}>
              Change {title}
            </Button>
          </p>
        </form>
      </section>
    </div>
  )
}
