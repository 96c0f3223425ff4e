import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { AvatarField } from '#accounts/avatar-field.tsx'
import { call } from '#platform/call.ts'
import { checkedBy } from '#platform/form.ts'
import { callKey, setCall, useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { getCurrentWorkspace, listWorkspaces } from '#workspaces/contract.ts'
import { WorkspaceNameBody } from '#workspaces/team-contract.ts'
import { sendWorkspaceAvatar } from '#workspaces/use-workspace-avatar.ts'

import { onboardWorkspace } from '../contract.ts'
import type { StepProps } from './onboarding-modal.tsx'
import { useChosenPicture } from './use-chosen-picture.ts'
import { goesOn } from './use-step.ts'

import css from './onboarding.module.css'

export const WorkspaceStep = ({ onDone, onLater }: StepProps) => {
  const client = useQueryClient()
  const current = useCall(getCurrentWorkspace, {}).data?.data
  const picture = useChosenPicture(current?.avatar_url ?? null, sendWorkspaceAvatar)
  const form = useForm({ resolver: checkedBy(WorkspaceNameBody), defaultValues: { name: '' } })
  const { errors, isSubmitting } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })

  const save = form.handleSubmit(async ({ name }) => {
    try {
      const reply = await call(onboardWorkspace, { body: { ...picture.chosen, name } })
      setCall(client, getCurrentWorkspace, {}, reply)
      void client.invalidateQueries({ queryKey: callKey(listWorkspaces, {}) })
    } catch (error) {
      if (!goesOn(error, form, ['name'])) return
    }
    onDone()
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <AvatarField kind="workspace" name={name || (current?.name ?? '')} url={picture.url} onCropped={picture.send} />
      <TextField
        label="Workspace name"
        autoComplete="organization"
        placeholder="Northlight Pictures"
        {...form.register('name')}
        error={errors.name?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button kind="quiet" size="lg" onClick={onLater}>
          Not now
        </Button>
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Continue
        </Button>
      </div>
    </form>
  )
}
