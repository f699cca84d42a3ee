/** The fields of the purchase form, each with its error message. */
import { BuyerForm } from '#api/contract/people/buyer-form.ts'
import { writeTable } from './markdown.ts'

export function writeForm(): string {
  const fields = Object.entries(BuyerForm.shape).map(([name, field]) => {
    const message = field.safeParse('').error?.issues[0]?.message
    return [`\`${name}\``, message ?? 'optional']
  })
  return writeTable(['field', 'message'], fields)
}
