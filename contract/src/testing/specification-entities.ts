/** The entities of the specification (S3): where the contract has each, and the fields that it must have. Others may stand beside. */
import { api } from '../api.ts';

export const entities = [
  {
    entity: 'a transaction',
    schema: api.getTransaction.replies[200].properties.receipt,
    fields: [
      '_id trans_Network trans_Status trans_Type trans_amount trans_profit trans_UserName phone_number createdAt',
      'balance_Before balance_After apiResponse apiResponseId paymentLink',
      'reference clientReference metadata product recipient charge faceValue token tokens units supplierMessage timeline',
    ],
  },
  {
    entity: 'a price item',
    schema: api.listPrices.replies[200].items,
    fields: [
      '_id id plan plan_network plan_amount plan_type month_validate',
      'my_price resellerPrice apiPrice planCostPrice partnerPrice',
    ],
  },
  {
    entity: "the customer's plan",
    schema: api.listPlans.replies[200].properties.plans.items,
    fields: ['planId planType planName planAmount planValidity isAvailable'],
  },
  {
    entity: 'a contact',
    schema: api.addContact.replies[200].properties.contact,
    fields: ['_id contactName contactNumber contactNetwork createdAt'],
  },
  {
    entity: 'the plans of the login answer',
    schema: api.login.replies[200].properties.subscriptionPlans,
    fields: ['MTN MTN_CG_PRICE GLO AIRTEL NMOBILE CABLETV CABLENAME DISCO NETWORK'],
  },
  {
    entity: 'a user',
    schema: api.login.replies[200].properties.user,
    fields: [
      '_id userName fullName email phoneNumber referredBy balance userType createdAt lastLogin',
      'nin bvn apiToken webhookUrl webhookPausedAt accountNumbers reservedAccountNo3 isSpecial specialPrices',
    ],
  },
  {
    entity: 'sales of a network',
    schema: api.listTransactions.replies[200].properties.stat.items,
    fields: ['network total_volume_sold profit'],
  },
  {
    entity: 'a managed plan',
    schema: api.addPlan.replies[201].properties.plan,
    fields: [
      '_id planNetwork planName planType volumeRatio planValidity planId isAvailable',
      'smartEarnerPrice resellerPrice partnerPrice apiPrice planCostPrice',
    ],
  },
  {
    entity: 'a bank account of a user',
    schema: api.login.replies[200].properties.user.properties.accountNumbers.items,
    fields: ['bankName accountNumber'],
  },
  {
    entity: 'a special price of a user',
    schema: api.login.replies[200].properties.user.properties.specialPrices.items,
    fields: ['productName price'],
  },
  {
    entity: 'a beneficiary',
    schema: api.listBeneficiaries.replies[200].properties.beneficiaryList.items,
    fields: ['accountName accountNumber bankName bankCode'],
  },
  {
    entity: 'a supplier',
    schema: api.listSuppliers.replies[200].properties.suppliers.items,
    fields: ['network supplierName'],
  },
  {
    entity: 'a cost price',
    schema: api.listCostPrices.replies[200].properties.costPrices.items,
    fields: ['network costPrice'],
  },
  {
    entity: 'a referral',
    schema: api.getReferral.replies[200].properties.referralList.items,
    fields: ['userName amountEarned'],
  },
  {
    entity: 'a service',
    schema: api.getAdminDetails.replies[200].properties.services.items,
    fields: ['_id serviceName serviceStatus'],
  },
];
