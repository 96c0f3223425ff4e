import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useToast } from '#ui/toast.tsx'

import { preferenceLabels } from '../preference-labels.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'

import css from './own-page.module.css'

type Chosen = Record<PreferenceSlug, boolean>
const chosenOf = (slugs: readonly string[]) =>
  Object.fromEntries(preferenceSlugs.map(slug => [slug, slugs.includes(slug)])) as Chosen

type NotificationsFormProps = {
  initial: readonly PreferenceSlug[]
  /** Answers what holds from now on. */
  save: (slugs: PreferenceSlug[]) => Promise<readonly PreferenceSlug[]>
}

/** Which mails somebody wants, and none of them in one click. */
export const NotificationsForm = ({ initial, save }: NotificationsFormProps) => {
  const toast = useToast()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm<Chosen>({ defaultValues: chosenOf(initial) })

  const keep = async (slugs: PreferenceSlug[]) => {
    setProblem(undefined)
    try {
      reset(chosenOf(await save(slugs)))
      toast('Your choice has been saved.', { kind: 'success' })
    } catch (error) {
      setProblem(error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong.')
    }
  }

  return (
    <form
      className={css.form}
      method="post"
      onSubmit={handleSubmit(chosen => keep(preferenceSlugs.filter(slug => chosen[slug])))}
    >
      {preferenceSlugs.map(slug => (
        <Checkbox key={slug} {...register(slug)} hint={preferenceLabels[slug].hint}>
          {preferenceLabels[slug].name}
        </Checkbox>
      ))}
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" busy={formState.isSubmitting && 'Saving…'}>
          Save
        </Button>
        <Button kind="quiet" size="lg" onClick={() => void keep([])}>
          Unsubscribe from all
        </Button>
      </div>
    </form>
  )
}
