import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callKey, setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { getCurrentWorkspace, listWorkspaces } from '../contract.ts'
import { renameWorkspace, WorkspaceNameBody } from '../team-contract.ts'

import css from './name-form.module.css'

export const NameForm = ({ name, onDone }: { name: string; onDone: () => void }) => {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(WorkspaceNameBody), defaultValues: { name } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  // The form replaces the button that had the focus.
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const save = form.handleSubmit(async body => {
    try {
      setCallData(client, getCurrentWorkspace, {}, await call(renameWorkspace, { body }))
      void client.invalidateQueries({ queryKey: callKey(listWorkspaces, {}) })
      await revalidate()
      onDone()
    } catch (error) {
      showRefusal(error, form, ['name'])
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <TextField
        label="Workspace name"
        autoComplete="organization"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Save
        </Button>
        <Button kind="quiet" size="lg" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
    </form>
  )
}
