import type { Kept } from './what-we-keep.ts'

export const KeptTable = ({ label, kept }: { label: string; kept: readonly Kept[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{label}</th>
        <th scope="col">What for</th>
        <th scope="col">Until</th>
      </tr>
    </thead>
    <tbody>
      {kept.map(({ name, what, until }) => (
        <tr key={name}>
          <th scope="row" className="mono">
            {name}
          </th>
          <td>{what}</td>
          <td>{until}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
