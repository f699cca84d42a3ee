import { $currency, chooseCurrency, showCurrency } from '../../stores/currency.ts'

const switches = document.querySelectorAll<HTMLSelectElement>('[data-currency-switch] select')

for (const one of switches) one.addEventListener('change', () => chooseCurrency(one.value))
$currency.subscribe((code) => {
  for (const one of switches) one.value = code
})

// A page that was prerendered, or left in the history, shows what has been chosen since.
for (const event of ['storage', 'pageshow']) addEventListener(event, () => showCurrency())
document.addEventListener('prerenderingchange', () => showCurrency())
