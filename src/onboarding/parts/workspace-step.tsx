import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { AvatarField } from '#accounts/avatar-field.tsx'
import { call } from '#platform/http/call.ts'
import { schemaResolver } from '#platform/http/form.ts'
import { callKey, setCallData, useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { getCurrentWorkspace, listWorkspaces } from '#workspaces/contract.ts'
import { WorkspaceNameBody } from '#workspaces/team-contract.ts'
import { uploadWorkspaceAvatar } from '#workspaces/use-workspace-avatar.ts'

import { onboardWorkspace } from '../contract.ts'
import type { OnboardingStepProps } from '../steps.ts'
import { canContinue } from './step-errors.ts'
import { usePictureUpload } from './use-picture-upload.ts'

import css from './onboarding.module.css'

export const WorkspaceStep = ({ onDone, onLater }: OnboardingStepProps) => {
  const client = useQueryClient()
  const current = useCall(getCurrentWorkspace, {}).data?.data
  const picture = usePictureUpload(current?.avatar_url ?? null, uploadWorkspaceAvatar)
  const form = useForm({ resolver: schemaResolver(WorkspaceNameBody), defaultValues: { name: '' } })
  const { errors, isSubmitting } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })

  const save = form.handleSubmit(async ({ name }) => {
    try {
      const reply = await call(onboardWorkspace, { body: { ...picture.chosen, name } })
      setCallData(client, getCurrentWorkspace, {}, reply)
      void client.invalidateQueries({ queryKey: callKey(listWorkspaces, {}) })
    } catch (error) {
      if (!canContinue(error, form, ['name'])) return
    }
    onDone()
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <AvatarField kind="workspace" name={name || (current?.name ?? '')} url={picture.url} onCropped={picture.upload} />
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
