import { useForm } from 'react-hook-form'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { EinBody } from './details-contract.ts'

import css from './ein-field.module.css'

type EinFieldProps = {
  ein: string | null
  /** Saves the EIN; '' removes it. Resolves once `ein` is up to date. */
  save: (ein: string) => Promise<unknown>
}

/** The EIN field for non-profit licenses: added once, then shown with a Remove button. */
export const EinField = ({ ein, save }: EinFieldProps) => {
  const form = useForm({ resolver: schemaResolver(EinBody), defaultValues: { ein: '' } })
  const { register, handleSubmit, formState } = form
  const submit = async (body: { ein: string }) => {
    try {
      await save(body.ein)
      form.reset({ ein: '' })
    } catch (error) {
      showRefusal(error, form, ['ein'])
    }
  }
  const error = formState.errors.ein?.message ?? formState.errors.root?.message
  if (ein)
    return (
      <div className={css.saved}>
        <span>
          EIN number <span className="mono">{ein}</span>
        </span>
        <Button kind="quiet" size="sm" onClick={() => submit({ ein: '' })}>
          Remove
        </Button>
      </div>
    )
  return (
    <form className={css.form} noValidate onSubmit={handleSubmit(submit)}>
      <TextField
        dense
        label="EIN number"
        hint="Non-profit licenses need it."
        inputMode="numeric"
        placeholder="12-3456789"
        autoComplete="off"
        {...register('ein')}
        error={error}
      />
      <Button type="submit" busy={formState.isSubmitting && 'Adding…'}>
        Add
      </Button>
    </form>
  )
}
