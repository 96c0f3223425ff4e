/** The dialog that names a new or an existing board. Load it lazily, like every dialog. */
import { useId } from 'react'
import { useForm } from 'react-hook-form'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'

import { BoardName, MAX_NAME_LENGTH } from '../contract.ts'

type BoardNameDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The button's label, and its label while saving. */
  confirm: string
  busy: string
  initial?: string
  /** Errors that it throws are shown in the form. */
  onSave: (name: string) => Promise<void>
}

export const BoardNameDialog = ({
  open,
  onClose,
  title,
  confirm,
  busy,
  initial = '',
  onSave,
}: BoardNameDialogProps) => {
  const id = useId()
  const form = useForm({ resolver: schemaResolver(BoardName), values: { name: initial } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ name }) => {
    try {
      await onSave(name)
    } catch (error) {
      showRefusal(error, form, ['name'])
    }
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => form.reset()}
      title={title}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} kind="primary" size="lg" busy={isSubmitting && busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={event => void save(event)} noValidate>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <TextField
          label="Name"
          placeholder="Night drive, opening titles"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
      </form>
    </Dialog>
  )
}
