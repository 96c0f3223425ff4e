/** What everybody reads of a collection. Words that a colleague saved meanwhile are not overwritten unseen. */
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/use-unsaved.tsx'

import { describeStaffCollection, getStaffCollection, WordsBody, type StaffCollection } from '../contract.ts'

import desk from '../../parts/desk.module.css'

const names = ['name', 'slug', 'description', 'featured'] as const
/** The version is what these words were made from. */
const wordsOf = ({ name, slug, description, featured, version }: StaffCollection) => ({
  name,
  slug,
  description,
  featured,
  version,
})

export const WordsForm = ({ collection }: { collection: StaffCollection }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: checkedBy(WordsBody), defaultValues: wordsOf(collection) })
  const { register, reset, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const question = useUnsaved(isDirty && !isSubmitting)

  // Nothing was typed: the newest words stand here.
  useEffect(() => {
    if (!isDirty) reset(wordsOf(collection))
  }, [collection, isDirty, reset])

  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(describeStaffCollection, {
        params: { id: String(collection.id) },
        body,
      })
      reset(wordsOf(data))
      await revalidate()
      toast('Saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, names)
      if (!(error instanceof Refusal) || error.status !== 409) return
      const { data } = await call(getStaffCollection, { params: { id: String(collection.id) } })
      form.setValue('version', data.version)
      await revalidate()
    }
  })
  const field = (name: (typeof names)[number]) => ({ ...register(name), error: errors[name]?.message })
  const isShoot = collection.kind === 'shoot'
  return (
    <form method="post" noValidate onSubmit={save} className={desk.form}>
      <div className={desk.fields}>
        <TextField dense label="Name" maxLength={80} {...field('name')} />
        <TextField
          dense
          label="Address"
          maxLength={80}
          readOnly={isShoot}
          spellCheck={false}
          autoCapitalize="none"
          hint={
            isShoot ? 'A shoot keeps its address: later footage finds it by that.' : 'The old one leads to the new one.'
          }
          {...field('slug')}
        />
        <TextArea label="Description" rows={2} maxLength={1_000} {...field('description')} className={desk.wide} />
      </div>
      <Checkbox {...register('featured')} hint="Large on the page of collections and in the menu.">
        Featured
      </Checkbox>
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
