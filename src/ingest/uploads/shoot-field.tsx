import { useId } from 'react'

import { TextField } from '#ui/text-field.tsx'

type ShootFieldProps = { shoots: readonly string[]; value: string; onChange: (value: string) => void; dense?: boolean }

/** Field for the shoot of the files: an existing one or a new one. */
export const ShootField = ({ shoots, value, onChange, dense = false }: ShootFieldProps) => {
  const list = useId()
  return (
    <>
      <TextField
        label="Shoot"
        hint="The files you choose next go into this shoot. A new name makes a new shoot."
        maxLength={120}
        list={list}
        dense={dense}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {shoots.map(name => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}
