import { PageSpinner } from '../../ui/page-spinner.tsx'

export const COLUMN = 'mx-auto flex w-full max-w-[96rem] flex-col gap-5 px-4 pt-6 sm:px-6'

export function StaffHeading() {
  return <h1 className="text-2xl font-semibold tracking-tight text-ink">Staff Dashboard</h1>
}

export function StaffSpinner() {
  return (
    <PageSpinner
      heading={
        <div className={COLUMN}>
          <StaffHeading />
        </div>
      }
    />
  )
}
