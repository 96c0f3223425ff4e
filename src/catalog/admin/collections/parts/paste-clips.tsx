/** Adds many clips by pasted lines. Invalid lines stay in the field, with their mistakes. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { PasteClipsBody, pasteCollectionMembers } from '../contract.ts'
import type { PastedLineMistake } from '../pasted-lines.ts'

import css from './add-clips.module.css'

export const PasteClips = ({ collection_id }: { collection_id: number }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(PasteClipsBody), defaultValues: { text: '' } })
  const { errors, isSubmitting } = form.formState
  const [mistakes, setMistakes] = useState<readonly PastedLineMistake[]>([])
  const add = form.handleSubmit(async body => {
    setMistakes([])
    try {
      const { data } = await call(pasteCollectionMembers, { params: { id: String(collection_id) }, body })
      await revalidate()
      form.reset({ text: data.rest })
      setMistakes(data.mistakes)
      const { length } = data.added
      if (length > 0) toast(length === 1 ? '1 clip is added at the end' : `${length} clips are added at the end`)
    } catch (error) {
      showRefusal(error, form, ['text'])
    }
  })
  return (
    <form method="post" noValidate onSubmit={add} className={css.paste}>
      <TextArea
        label="Clips"
        rows={4}
        hint="Numbers or addresses of clips, one or more per line, at most 200 at a time."
        {...form.register('text')}
        error={errors.text?.message}
      />
      {mistakes.length > 0 && (
        <Banner
          kind="danger"
          title={mistakes.length === 1 ? 'A line was not added' : `${mistakes.length} lines were not added`}
        >
          <ul className={css.wrong}>
            {mistakes.map(({ line, text }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line may have several, and none of them moves
              <li key={i}>
                Line {line}: {text}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p>
        <Button type="submit" busy={isSubmitting && 'Adding…'}>
          Add clips
        </Button>
      </p>
    </form>
  )
}
