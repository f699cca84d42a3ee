export const TEMPLATE_DATABASE = 'shop_template'
